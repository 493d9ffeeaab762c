import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { LAST_YEAR_DAYS } from '../../../model/agent-deals.ts'
import { firstNotBelow } from '../../../places/address-line.ts'
import type { AgentPage, AgentQuery, AgentRecord } from '../../agents.ts'
import { type AgentArrays, openAgents } from './stored.ts'
import { TERM } from './terms.ts'

/** The order of all agents on one day. */
interface DayOrder {
  readonly today: number
  readonly agents: Uint32Array
}

/** More terms than any query has would not fit a byte; a query with more of them finds nobody. */
const CONDITIONS_MAX = 255

/** The agents of one state of the catalogue: who fits is counted in flat arrays, the rest is read from the file. */
export class AgentFinder {
  readonly #arrays: AgentArrays
  readonly #record: StatementSync
  readonly #named: StatementSync
  #order: DayOrder | undefined

  constructor(database: DatabaseSync) {
    this.#arrays = openAgents(database)
    this.#record = database.prepare('SELECT record FROM agent_record WHERE id = ?')
    this.#named = database.prepare('SELECT id FROM agent_record WHERE username = ? ORDER BY id LIMIT 1')
  }

  recordOf(agentId: string): AgentRecord | undefined {
    const row = this.#record.get(agentId)
    return row === undefined ? undefined : JSON.parse(String(row.record))
  }

  idOf(username: string): string | undefined {
    const row = this.#named.get(username.toLowerCase())
    return row === undefined ? undefined : String(row.id)
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

  /** For every agent how many of the conditions hold, in order and without a gap: those with all of them fit. */
  #marked(query: AgentQuery): { readonly hits: Uint8Array; readonly conditions: number } {
    const hits = new Uint8Array(this.#arrays.ids.length)
    let held = 0
    for (const terms of this.#conditionsOf(query)) {
      for (const term of terms) {
        for (const agent of this.#agentsWith(term)) if (hits[agent] === held) hits[agent] = held + 1
      }
      if (++held === CONDITIONS_MAX) break
    }
    return { hits, conditions: held }
  }

  /** Each condition as the places of its terms, of which an agent must have one. */
  #conditionsOf({ regions, nameWords, traits, specialties, languages }: AgentQuery): readonly (readonly number[])[] {
    const all = [...regions.map(TERM.region), ...traits.map(TERM.trait), ...specialties.map(TERM.specialty)]
    return [
      ...all.map((term) => this.#placesOf(term)),
      ...(languages.length === 0 ? [] : [languages.flatMap((language) => this.#placesOf(TERM.language(language)))]),
      ...nameWords.map((word) => this.#placesBeginning(TERM.name(word))),
    ]
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

  /** Where the sales of the year that ends today stand: they are in order, the latest first. */
  #lastYear(agent: number, today: number): readonly [from: number, end: number] {
    const { saleStarts, saleDays } = this.#arrays
    const last = saleStarts[agent + 1] ?? 0
    let from = saleStarts[agent] ?? 0
    while (from < last && (saleDays[from] ?? 0) > today) from++
    let end = from
    while (end < last && (saleDays[end] ?? 0) >= today - LAST_YEAR_DAYS) end++
    return [from, end]
  }

  /** Top agents, then those with most sales in the last year, then by id; made once a day. */
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

/** Rank, sales and number of an agent in one number below 2^53, so that they sort natively. */
const AGENTS_MAX = 2 ** 26
const SALES_MAX = 2 ** 20 - 1
const TOP_WEIGHT = 2 ** 46
