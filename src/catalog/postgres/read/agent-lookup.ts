import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import type { Agent } from '../../../model/agent.ts'
import { type AgentSide, LAST_YEAR_DAYS } from '../../../model/agent-deals.ts'
import { TERM } from '../../facts/agent-terms.ts'
import { DEAL_KINDS } from '../../facts/tallied-deals.ts'
import type { AgentLookup } from '../../ports/agent-lookup.ts'
import type { AgentFigures, AgentQuery } from '../../ports/agents.ts'
import { indexedWord } from '../tables/short-texts.ts'
import { BoundValues, runStatement } from './bound-values.ts'
import { gathering } from './record-lookup.ts'

/** Agents and their deals: one statement per call, and so one committed state. */
export function agentLookup(database: Database): AgentLookup {
  const rows = <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
    database.query<Row>({ name, text, values })
  /** The figures of all agents that a page shows are asked for in one turn, and read at once. */
  const figures = gathering((asked: readonly string[]) => figuresOfAll(database, asked))
  return {
    async page(query) {
      const [page] = await runStatement<{ total: number; ids: readonly string[] }>(database, pageStatement(query))
      return { total: page?.total ?? 0, agentIds: page?.ids ?? [] }
    },
    async countsIn(regions) {
      const counts = await rows<{ term: string; agents: number }>('agent-counts', COUNTS, [regions.map(TERM.region)])
      const agents = new Map(counts.map((row) => [row.term, row.agents]))
      return new Map(
        regions.flatMap((key) => [[key, agents.get(TERM.region(key)) ?? 0] as const]).filter(([, count]) => count > 0),
      )
    },
    async named(username) {
      const [row] = await rows<{ record: string }>('agent-named', NAMED, [username.toLowerCase()])
      return row === undefined ? undefined : (JSON.parse(row.record) as Agent) // stored as such
    },
    figuresOf: (agentId, today) => figures(`${today} ${agentId}`),
    async listingsOf(agentId, kind, { offset, limit }) {
      const values = [agentId, DEAL_KINDS.indexOf(kind), offset, limit]
      return (await rows<{ zpid: number }>('agent-listings', LISTINGS, values)).map(({ zpid }) => zpid)
    },
    async salesOf(agentId, { offset, limit }) {
      const sales = await rows<SaleRow>('agent-sales', SALES, [agentId, offset, limit])
      return sales.map(({ zpid, at_ms: atMs, price, kind }) => ({
        zpid,
        date: dayOf(atMs),
        ...(price !== null && { price }),
        side: DEAL_KINDS[kind] as AgentSide, // a sale's kind
      }))
    },
    async citiesOf(agentId) {
      const [row] = await rows<{ cities: readonly string[] }>('agent-cities', CITIES, [agentId])
      return row?.cities ?? []
    },
  }
}

/** `asked`: a day number and the id of an agent each. */
async function figuresOfAll(database: Database, asked: readonly string[]): Promise<ReadonlyMap<string, AgentFigures>> {
  const spaces = asked.map((each) => each.indexOf(' '))
  const todays = asked.map((each, i) => Number(each.slice(0, spaces[i])))
  const ids = asked.map((each, i) => each.slice((spaces[i] ?? 0) + 1))
  const rows = await database.query<FiguresRow>({ name: 'agents-figures', text: FIGURES, values: [ids, todays] })
  return new Map(rows.map((row) => [`${row.today} ${row.id}`, shownFigures(row)]))
}

function shownFigures(row: FiguresRow): AgentFigures {
  const { for_sale: forSale, for_rent: forRent, sales, first, recent, min, max } = row
  return {
    forSale,
    forRent,
    sales,
    ...(first !== null && { firstSale: dayOf(first * DAY_MS) }),
    lastYear: { sales: recent, ...(min !== null && max !== null && { prices: { min, max } }) },
  }
}

interface FiguresRow {
  readonly id: string
  readonly today: number
  readonly for_sale: number
  readonly for_rent: number
  readonly sales: number
  readonly first: number | null
  readonly recent: number
  readonly min: number | null
  readonly max: number | null
}

interface SaleRow {
  readonly zpid: number
  readonly at_ms: number
  readonly price: number | null
  readonly kind: number
}

/** Conditions are on terms, which an index finds; sales are counted of the agents who have them. */
function pageStatement({ offset, limit, today, soldFor, ...query }: AgentQuery) {
  const values = new BoundValues<unknown>()
  const { bind } = values
  const lastYear = `day BETWEEN ${bind(today - LAST_YEAR_DAYS)}::int4 AND ${bind(today)}::int4`
  const conditions = conditionsOf(query, bind)
  if (soldFor !== undefined)
    conditions.push(`EXISTS (SELECT FROM unnest(sale_days, sale_prices) AS sale (day, price) WHERE ${lastYear}
      AND price <> 0 AND price >= ${bind(soldFor.min)}::float8 AND price <= ${bind(soldFor.max)}::float8)`)
  const text = `WITH matched AS MATERIALIZED (
      SELECT id, is_top, (SELECT count(*) FROM unnest(sale_days) AS day WHERE ${lastYear}) AS recent
      FROM catalog.agent_figures WHERE ${conditions.length === 0 ? 'TRUE' : conditions.join(' AND ')}
    )
    SELECT (SELECT count(*) FROM matched) AS total, ARRAY(
      SELECT id FROM matched ORDER BY is_top DESC, recent DESC, id OFFSET ${bind(offset)} LIMIT ${bind(limit)}) AS ids`
  return values.statement(text, '$')
}

function conditionsOf(
  { regions, nameWords, traits, specialties, languages }: Omit<AgentQuery, 'offset' | 'limit' | 'today' | 'soldFor'>,
  bind: (value: unknown) => string,
): string[] {
  const all = [...regions.map(TERM.region), ...traits.map(TERM.trait), ...specialties.map(TERM.specialty)]
  const words = [...new Set(nameWords.map(indexedWord))]
  return [
    ...(all.length === 0 ? [] : [`terms @> ${bind(all)}::text[]`]),
    ...(languages.length === 0 ? [] : [`terms && ${bind(languages.map(TERM.language))}::text[]`]),
    ...(words.length === 0 ? [] : [hasNames(bind(words), words.length)]),
  ]
}

/** One condition for all words of a name: the planning of a condition for each grows out of all bounds. */
function hasNames(words: string, count: number): string {
  return `id IN (
    SELECT agent FROM unnest(${words}::text[]) AS wanted (beginning)
      JOIN catalog.agent_word ON word >= beginning AND word < beginning || U&'\\+10FFFF'
    GROUP BY agent HAVING count(DISTINCT beginning) = ${count})`
}

const COUNTS = `SELECT term, count(*) AS agents FROM catalog.agent_figures, unnest(terms) AS term
  WHERE terms && $1::text[] AND term = ANY ($1) GROUP BY term`

const NAMED = `SELECT record FROM catalog.agent_figures JOIN catalog.agent USING (id)
  WHERE username = $1 ORDER BY id LIMIT 1`

const FIGURES = `SELECT id, today, for_sale, for_rent, cardinality(sale_days) AS sales,
    sale_days[cardinality(sale_days)] AS first, recent, min, max
  FROM unnest($1::text[], $2::int4[]) AS asked (id, today) JOIN catalog.agent_figures USING (id) CROSS JOIN LATERAL (
    SELECT count(*) AS recent, min(price) FILTER (WHERE price <> 0) AS min, max(price) FILTER (WHERE price <> 0) AS max
    FROM unnest(sale_days, sale_prices) AS sale (day, price) WHERE day BETWEEN today - ${LAST_YEAR_DAYS} AND today
  ) last_year`

const LISTINGS = `SELECT zpid FROM catalog.agent_deal
  WHERE agent = $1 AND kind = $2 AND EXISTS (SELECT FROM catalog.agent_figures WHERE id = $1)
  ORDER BY at_ms DESC, zpid OFFSET $3 LIMIT $4`

const SALES = `SELECT zpid, at_ms, price, kind FROM catalog.agent_deal
  WHERE agent = $1 AND kind >= ${DEAL_KINDS.indexOf('Buyer')} AND EXISTS (SELECT FROM catalog.agent_figures WHERE id = $1)
  ORDER BY at_ms DESC, zpid OFFSET $2 LIMIT $3`

const CITIES = 'SELECT cities FROM catalog.agent_figures WHERE id = $1'
