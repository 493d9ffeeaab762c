import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, type RowValue } from '../../../kit/algorithms/row-sum.ts'
import { firstNotBelow } from '../../../kit/algorithms/sorted.ts'
import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { LAST_YEAR_DAYS } from '../../../model/agent-deals.ts'
import { TERM } from '../../facts/agent-terms.ts'
import type { AgentFigures, AgentPage, AgentQuery, AgentSale, Span } from '../../ports/agents.ts'
import { LISTING_CELLS, SALE_CELLS, SIDES } from './deal-cells.ts'
import type { AgentArrays } from './stored.ts'

/** The order of all agents on one day. */
interface DayOrder {
  readonly today: number
  readonly agents: Uint32Array
}

/** Finds agents in one state of the catalogue: matches in flat arrays, and reads the rest from the file. */
export class AgentFinder {
  readonly #arrays: AgentArrays
  readonly #record: StatementSync
  readonly #named: StatementSync
  #order: DayOrder | undefined

  constructor(database: DatabaseSync, arrays: AgentArrays) {
    this.#arrays = arrays
    this.#record = database.prepare(`SELECT ${RECORD}, sum FROM agent_record WHERE id = ?`)
    this.#named = database.prepare(`SELECT ${RECORD}, sum FROM agent_record WHERE username = ? ORDER BY id LIMIT 1`)
  }

  figuresOf(agentId: string, today: number): AgentFigures | undefined {
    const { ids, forSale, forRent, saleStarts, saleDays } = this.#arrays
    const agent = this.#numberOf(agentId)
    if (ids[agent] !== agentId) return undefined
    const [start, end] = [saleStarts[agent] ?? 0, saleStarts[agent + 1] ?? 0]
    const first = end > start ? saleDays[end - 1] : undefined
    return {
      forSale: forSale[agent] ?? 0,
      forRent: forRent[agent] ?? 0,
      sales: end - start,
      ...(first !== undefined && { firstSale: dayOf(first * DAY_MS) }),
      lastYear: this.#lastYearOf(agent, today),
    }
  }

  listingsOf(agentId: string, kind: 'sale' | 'lease', { offset, limit }: Span): readonly number[] {
    const agent = this.#numberOf(agentId)
    const { ids, forSale, forRent } = this.#arrays
    if (ids[agent] !== agentId) return []
    const skipped = kind === 'sale' ? 0 : (forSale[agent] ?? 0)
    const count = (kind === 'sale' ? forSale[agent] : forRent[agent]) ?? 0
    const taken = Math.max(0, Math.min(limit, count - offset))
    const cells = cellsOf(this.#recordOf(agentId)?.listings, (skipped + offset) * LISTING_CELLS, taken * LISTING_CELLS)
    return Array.from({ length: taken }, (_, at) => cells[at * LISTING_CELLS] as number)
  }

  salesOf(agentId: string, { offset, limit }: Span): readonly AgentSale[] {
    const cells = cellsOf(this.#recordOf(agentId)?.sales, offset * SALE_CELLS, limit * SALE_CELLS)
    return Array.from({ length: cells.length / SALE_CELLS }, (_, at) => {
      const [zpid = 0, atMs = 0, price = Number.NaN, side = 0] = cells.subarray(at * SALE_CELLS, (at + 1) * SALE_CELLS)
      return { zpid, date: dayOf(atMs), ...(!Number.isNaN(price) && { price }), side: SIDES[side] ?? 'Buyer' }
    })
  }

  citiesOf(agentId: string): readonly string[] {
    const record = this.#recordOf(agentId)
    return record === undefined ? [] : JSON.parse(record.cities)
  }

  idOf(username: string): string | undefined {
    const row = this.#named.get(username.toLowerCase())
    return row === undefined ? undefined : checked(row).id
  }

  page(query: AgentQuery): AgentPage {
    const { hits, conditions } = this.#marked(query)
    const agentIds: string[] = []
    let total = 0
    for (const agent of this.#orderOf(query.today)) {
      if (hits[agent] !== conditions || !this.#sold(agent, query)) continue
      if (total >= query.offset && agentIds.length < query.limit) agentIds.push(this.#arrays.ids[agent] ?? '')
      total++
    }
    return { total, agentIds }
  }

  countsIn(regions: readonly string[]): ReadonlyMap<string, number> {
    const counts = regions.map((key) => [key, this.#placesOf(TERM.region(key))[0]] as const)
    return new Map(counts.flatMap(([key, term]) => (term === undefined ? [] : [[key, this.#agentsWith(term).length]])))
  }

  /** For each agent, how many leading conditions hold without a gap: those with all of them match. */
  #marked(query: AgentQuery): { readonly hits: Uint16Array; readonly conditions: number } {
    const hits = new Uint16Array(this.#arrays.ids.length) // no text that a caller may send has 65,535 conditions
    let held = 0
    for (const terms of this.#conditionsOf(query)) {
      for (const term of terms) {
        for (const agent of this.#agentsWith(term)) if (hits[agent] === held) hits[agent] = held + 1
      }
      held++
    }
    return { hits, conditions: held }
  }

  /** Each condition as indexes of terms, of which an agent must have at least one. */
  #conditionsOf({ regions, nameWords, traits, specialties, languages }: AgentQuery): readonly (readonly number[])[] {
    const all = [...regions.map(TERM.region), ...traits.map(TERM.trait), ...specialties.map(TERM.specialty)]
    return [
      ...all.map((term) => this.#placesOf(term)),
      ...(languages.length === 0 ? [] : [languages.flatMap((language) => this.#placesOf(TERM.language(language)))]),
      ...nameWords.map((word) => this.#placesBeginning(TERM.name(word))),
    ]
  }

  #recordOf(agentId: string): AgentRecord | undefined {
    const row = this.#record.get(agentId)
    return row === undefined ? undefined : checked(row)
  }

  /** The agent's number; for an unknown id, the number of the next one, so callers must compare ids. */
  #numberOf(agentId: string): number {
    return firstNotBelow(this.#arrays.ids, agentId)
  }

  #placesOf(term: string): readonly number[] {
    const at = firstNotBelow(this.#arrays.terms, term)
    return this.#arrays.terms[at] === term ? [at] : []
  }

  #placesBeginning(beginning: string): readonly number[] {
    const places: number[] = []
    const { terms } = this.#arrays
    for (let at = firstNotBelow(terms, beginning); terms[at]?.startsWith(beginning); at++) places.push(at)
    return places
  }

  #agentsWith(term: number): Uint32Array {
    const { lists, starts } = this.#arrays
    return lists.subarray(starts[term], starts[term + 1])
  }

  #sold(agent: number, { soldFor, today }: AgentQuery): boolean {
    if (soldFor === undefined) return true
    const [from, end] = this.#lastYear(agent, today)
    const prices = this.#arrays.salePrices.subarray(from, end)
    return prices.some((price) => price !== 0 && price >= soldFor.min && price <= soldFor.max)
  }

  #lastYearOf(agent: number, today: number): AgentFigures['lastYear'] {
    const [from, end] = this.#lastYear(agent, today)
    const prices = this.#arrays.salePrices.subarray(from, end).filter((price) => price !== 0)
    if (prices.length === 0) return { sales: end - from }
    let [min, max] = [Number.POSITIVE_INFINITY, 0]
    for (const price of prices) [min, max] = [Math.min(min, price), Math.max(max, price)]
    return { sales: end - from, prices: { min, max } }
  }

  /** The range of sales in the year that ends today; sales are stored latest first. */
  #lastYear(agent: number, today: number): readonly [from: number, end: number] {
    const { saleStarts, saleDays } = this.#arrays
    const last = saleStarts[agent + 1] ?? 0
    let from = saleStarts[agent] ?? 0
    while (from < last && (saleDays[from] ?? 0) > today) from++
    let end = from
    while (end < last && (saleDays[end] ?? 0) >= today - LAST_YEAR_DAYS) end++
    return [from, end]
  }

  /** Top agents first, then by sales in the last year, then by id. Cached for a day. */
  #orderOf(today: number): Uint32Array {
    if (this.#order?.today === today) return this.#order.agents
    const top = new Set(this.#placesOf(TERM.trait('top')).flatMap((term) => [...this.#agentsWith(term)]))
    const keys = Float64Array.from(this.#arrays.ids, (_, agent) => {
      const [from, end] = this.#lastYear(agent, today)
      return (top.has(agent) ? 0 : TOP_WEIGHT) + (SALES_MAX - Math.min(end - from, SALES_MAX)) * AGENTS_MAX + agent
    }).sort()
    const agents = Uint32Array.from(keys, (key) => key % AGENTS_MAX)
    this.#order = { today, agents }
    return agents
  }
}

/** Rank, sales and number of an agent, packed into one number below 2^53, sort natively. */
const AGENTS_MAX = 2 ** 26
const SALES_MAX = 2 ** 20 - 1
const TOP_WEIGHT = 2 ** 46

const RECORD = 'id, username, cities, listings, sales, for_sale'

/** A row of the table `agent_record`. */
interface AgentRecord {
  readonly id: string
  readonly cities: string
  readonly listings: Uint8Array
  readonly sales: Uint8Array
}

/** Throws Damage when the row fails its checksum. */
function checked({ sum, ...row }: Record<string, unknown>): AgentRecord {
  checkRow('agent_record', Object.values(row) as RowValue[], sum) // the columns of RECORD
  return row as unknown as AgentRecord // as above
}

const CELL_BYTES = 8

/** Up to `count` numbers of a stored list, from index `from`. */
function cellsOf(bytes: Uint8Array | undefined, from: number, count: number): Float64Array {
  const cells = bytes?.slice(from * CELL_BYTES, (from + count) * CELL_BYTES) // stored bytes may lie at any offset
  return new Float64Array(cells?.buffer ?? new ArrayBuffer(0))
}
