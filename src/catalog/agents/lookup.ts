import { gathering } from '../../kit/algorithms/gathering.ts'
import { DAY_MS, dayOf } from '../../kit/base/clock.ts'
import { nextSlot } from '../../kit/base/slots.ts'
import type { Agent } from '../../model/agent.ts'
import { type AgentSide, LAST_YEAR_DAYS } from '../../model/agent-deals.ts'
import type { AgentLookup } from '../ports/agent-lookup.ts'
import type { AgentFigures, AgentQuery } from '../ports/agents.ts'
import { DEAL_KINDS, FIRST_SALE } from './deals.ts'
import { TERM } from './terms.ts'

/** Reads the tables about agents. */
export interface AgentTables {
  /** Runs SQL that works in both PostgreSQL and SQLite. */
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  /** The table in the `FROM` clause for deals: `agent_deal`, or a subquery that also checks checksums. */
  readonly deals: string
  /** The table in the `FROM` clause for regions: `place_region`, or a subquery that also checks checksums. */
  readonly regions: string
  record(agentId: string): Promise<Agent | undefined>
  /** Maximum number of agents that one statement of a search compares. Other calls can run between statements. */
  readonly batch: number
  /** Throws if a found agent does not match the query. Call this before another state can be read. */
  check?(agentIds: readonly string[], query: AgentQuery): void
}

/**
 * Looks up agents and their deals. Each call runs one statement, so it reads one committed state. Only searches over
 * many agents run several statements. Each call counts the figures that depend on the day. Arrays in memory would be
 * faster, but took 450 more lines and separate code for each backend.
 */
export function agentLookup(tables: AgentTables): AgentLookup {
  const { query, deals, regions: placeRegions, record } = tables
  const ofKnown = `FROM ${deals} AS deal WHERE agent = $1 AND ${KNOWN}`
  /** Runs one statement for all calls of `figuresOf` in the same turn of the event loop. */
  const figures = gathering((wanted: readonly string[]) => figuresOfAll(tables, wanted))
  return {
    async page(asked) {
      const { offset, limit } = asked
      let [total, best, after]: [number, readonly RankedAgent[], string | undefined] = [0, [], undefined]
      for (;;) {
        const { text, values } = pageStatement(asked, tables.batch, after)
        const rows = await query<BatchRow>(text, values)
        const [batch] = rows
        total += batch?.total ?? 0
        const ranked = rows.filter(isRanked)
        tables.check?.(
          ranked.map(({ id }) => id),
          asked,
        )
        // The sort is stable, so agents of equal rank stay in order of id.
        best = [...best, ...ranked].sort(byRank).slice(0, offset + limit)
        if (batch === undefined || batch.compared < tables.batch || batch.last === null) break
        after = batch.last
        await nextSlot()
      }
      return { total, agentIds: best.slice(offset).map(({ id }) => id) }
    },
    async countsIn(regions) {
      const counts = await query<{ term: string; agents: number }>(COUNTS, [regions.map(TERM.region)])
      const agents = new Map(counts.map((row) => [row.term, row.agents]))
      return new Map(
        regions.flatMap((key) => [[key, agents.get(TERM.region(key)) ?? 0] as const]).filter(([, n]) => n > 0),
      )
    },
    async named(username) {
      const [row] = await query<{ id: string | null }>(NAMED, [TERM.username(username)])
      return row?.id == null ? undefined : record(row.id)
    },
    figuresOf: (agentId, today) => figures(`${today} ${agentId}`),
    async listingsOf(agentId, kind, { offset, limit }) {
      const text = `SELECT zpid ${ofKnown} AND kind = $2 ${LATEST_FIRST} LIMIT $3 OFFSET $4`
      const values = [agentId, DEAL_KINDS.indexOf(kind), limit, offset]
      return (await query<{ zpid: number }>(text, values)).map(({ zpid }) => zpid)
    },
    async salesOf(agentId, { offset, limit }) {
      const text = `SELECT zpid, at_ms, price, kind ${ofKnown} AND ${IS_SALE} ${LATEST_FIRST} LIMIT $2 OFFSET $3`
      return (await query<SaleRow>(text, [agentId, limit, offset])).map(({ zpid, at_ms: atMs, price, kind }) => ({
        zpid,
        date: dayOf(atMs),
        ...(price !== null && { price }),
        side: DEAL_KINDS[kind] as AgentSide, // here, `kind` is the index of a sale
      }))
    },
    async citiesOf(agentId) {
      const text = `SELECT region FROM ${deals} AS deal JOIN ${placeRegions} AS inside USING (place)
        WHERE agent = $1 AND ${KNOWN} AND region >= 'city/' AND region < 'city0'
        GROUP BY region ORDER BY count(*) DESC, region LIMIT ${CITIES_MAX}`
      return (await query<{ region: string }>(text, [agentId])).map(({ region }) => region)
    },
  }
}

const CITIES_MAX = 20
const IS_SALE = `kind >= ${FIRST_SALE}`
const LATEST_FIRST = 'ORDER BY at_ms DESC, zpid'

/** SQL condition: the agent with the id `$1` has a record. */
const KNOWN = 'EXISTS (SELECT 1 FROM catalog.agent WHERE id = $1)'

const COUNTS = 'SELECT term, count(*) AS agents FROM catalog.agent_term WHERE term = ANY ($1) GROUP BY term'
const NAMED = 'SELECT min(agent) AS id FROM catalog.agent_term WHERE term = $1'

interface SaleRow {
  readonly zpid: number
  readonly at_ms: number
  readonly price: number | null
  readonly kind: number
}

/** @param wanted Strings of a day number, a space and an agent's id. */
async function figuresOfAll(
  { query, deals }: AgentTables,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, AgentFigures>> {
  const byDay = Map.groupBy(wanted, (each) => Number(each.slice(0, each.indexOf(' '))))
  const figures = Array.from(byDay, async ([today, ofDay]) => {
    const ids = ofDay.map((each) => each.slice(each.indexOf(' ') + 1))
    const values = [ids, (today - LAST_YEAR_DAYS) * DAY_MS, today * DAY_MS]
    const rows = await query<FiguresRow>(figuresText(deals), values)
    return rows.map((row) => [`${today} ${row.id}`, shownFigures(row)] as const)
  })
  return new Map((await Promise.all(figures)).flat())
}

const figuresText = (deals: string) => {
  const isRecent = `${IS_SALE} AND at_ms BETWEEN $2 AND $3`
  return `SELECT id, count(*) FILTER (WHERE kind = ${DEAL_KINDS.indexOf('sale')}) AS for_sale,
      count(*) FILTER (WHERE kind = ${DEAL_KINDS.indexOf('lease')}) AS for_rent,
      count(*) FILTER (WHERE ${IS_SALE}) AS sales, min(at_ms) FILTER (WHERE ${IS_SALE}) AS first,
      count(*) FILTER (WHERE ${isRecent}) AS recent,
      min(sold_for) FILTER (WHERE ${isRecent} AND sold_for > 0) AS lowest,
      max(sold_for) FILTER (WHERE ${isRecent} AND sold_for > 0) AS highest
    FROM catalog.agent LEFT JOIN ${deals} AS deal ON deal.agent = id WHERE id = ANY ($1) GROUP BY id`
}

function shownFigures(row: FiguresRow): AgentFigures {
  const { for_sale: forSale, for_rent: forRent, sales, first, recent, lowest: min, highest: max } = row
  return {
    forSale,
    forRent,
    sales,
    ...(first !== null && { firstSale: dayOf(first) }),
    lastYear: { sales: recent, ...(min !== null && max !== null && { prices: { min, max } }) },
  }
}

interface FiguresRow {
  readonly id: string
  readonly for_sale: number
  readonly for_rent: number
  readonly sales: number
  readonly first: number | null
  readonly recent: number
  readonly lowest: number | null
  readonly highest: number | null
}

interface RankedAgent {
  readonly id: string
  /** PostgreSQL: a boolean. SQLite: 1 or 0. */
  readonly is_top: boolean | number
  /** Number of the agent's sales within the last year. */
  readonly recent: number
}

/** One of the best agents in a batch. If no agent in the batch matches, its only row has the id null. */
type BatchRow = (RankedAgent | { readonly id: null }) & {
  /** Number of matching agents in the batch. */
  readonly total: number
  /** Number of agents in the batch. `last` is the id of the last agent. */
  readonly compared: number
  readonly last: string | null
}

function isRanked(row: BatchRow): row is BatchRow & RankedAgent {
  return row.id !== null
}

function byRank(one: RankedAgent, other: RankedAgent): number {
  return Number(other.is_top) - Number(one.is_top) || other.recent - one.recent
}

/** Returns the statement for the next batch of agents: those whose ids sort after the id `after`, in order of id. */
function pageStatement({ offset, limit, today, soldFor, ...query }: AgentQuery, batch: number, after?: string) {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const sales = `FROM catalog.agent_deal WHERE agent = id AND ${IS_SALE}
    AND at_ms BETWEEN ${bind((today - LAST_YEAR_DAYS) * DAY_MS)} AND ${bind(today * DAY_MS)}`
  const conditions = [...conditionsOf(query, bind), ...(after === undefined ? [] : [`id > ${bind(after)}`])]
  const hasSold =
    soldFor &&
    `WHERE EXISTS (SELECT 1 ${sales} AND sold_for > 0
      AND sold_for >= CAST(${bind(soldFor.min)} AS double precision)
      AND sold_for <= CAST(${bind(soldFor.max)} AS double precision))`
  const text = `WITH compared AS MATERIALIZED (
      SELECT id FROM catalog.agent ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
      ORDER BY id LIMIT ${bind(batch)}
    ), matched AS MATERIALIZED (
      SELECT id, ${hasTerm(bind(TERM.trait('top')))} AS is_top, (SELECT count(*) ${sales}) AS recent
      FROM compared ${hasSold ?? ''}
    )
    SELECT * FROM (
      SELECT (SELECT count(*) FROM matched) AS total, count(*) AS compared, max(id) AS last FROM compared
    ) AS counted LEFT JOIN (
      SELECT * FROM matched ORDER BY ${BEST_FIRST} LIMIT ${bind(offset + limit)}
    ) AS page ON TRUE ORDER BY id`
  return { text, values }
}

const BEST_FIRST = 'is_top DESC, recent DESC, id'

/**
 * Returns the conditions of a query. The first condition finds agents through an index; the others then test each
 * agent.
 */
function conditionsOf(
  { regions, nameWords, traits, specialties, languages }: Omit<AgentQuery, 'offset' | 'limit' | 'today' | 'soldFor'>,
  bind: (value: unknown) => string,
): string[] {
  const terms = [...regions.map(TERM.region), ...traits.map(TERM.trait), ...specialties.map(TERM.specialty)]
  const beginnings = [...new Set(nameWords.map(TERM.name))]
  return [
    ...(beginnings.length === 0 ? [] : [hasNames(bind(beginnings), bind(LAST_CHARACTER), beginnings.length)]),
    ...terms.map((term, at) =>
      at === 0 ? `id IN (SELECT agent FROM catalog.agent_term WHERE term = ${bind(term)})` : hasTerm(bind(term)),
    ),
    ...(languages.length === 0
      ? []
      : [
          `EXISTS (SELECT 1 FROM catalog.agent_term WHERE term = ANY (${bind(languages.map(TERM.language))}) AND agent = id)`,
        ]),
  ]
}

function hasTerm(term: string): string {
  return `EXISTS (SELECT 1 FROM catalog.agent_term WHERE term = ${term} AND agent = id)`
}

const LAST_CHARACTER = '\u{10ffff}'

/**
 * Returns one condition for all words of a name. With one condition per word, PostgreSQL would take far too long to
 * plan.
 */
function hasNames(beginnings: string, last: string, count: number): string {
  return `id IN (
    SELECT agent FROM unnest(${beginnings}::text[]) AS wanted (value)
      CROSS JOIN catalog.agent_term WHERE term >= value AND term < value || ${last}
    GROUP BY agent HAVING count(DISTINCT value) = ${count})`
}
