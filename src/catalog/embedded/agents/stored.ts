import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../kit/base/clock.ts'
import type { RegionTally } from '../../../places/regions/regions.ts'
import { allocate } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'
import { citiesByHomes, type SearchedAgent, termsOf } from '../../facts/agent-terms.ts'
import { soldFor, type TalliedDeal } from '../../facts/tallied-deals.ts'
import { arrayReader } from '../arrays.ts'
import type { DerivedRows } from '../derived-rows.ts'
import { cellsOfDeals } from './deal-cells.ts'
import type { AgentTally } from './tally.ts'

/** In-memory data of the agent search. Agents are numbered in order of id. */
export interface AgentArrays {
  readonly ids: readonly string[]
  /** Sorted by code units; the agents with term `t` are `lists[starts[t]]` … `lists[starts[t + 1] - 1]`. */
  readonly terms: readonly string[]
  readonly starts: Uint32Array
  readonly lists: Uint32Array
  /** Number of homes for sale and for rent that each agent lists. */
  readonly forSale: Uint32Array
  readonly forRent: Uint32Array
  /** The sales of agent `a` are at `saleStarts[a]` … `saleStarts[a + 1] - 1`, latest first. */
  readonly saleStarts: Uint32Array
  /** Day numbers. */
  readonly saleDays: Int32Array
  /** Dollars; 0 when unknown. */
  readonly salePrices: Uint32Array
}

/** Everything derived about agents, from a tally of every agent and every home. */
export function agentRows(tally: AgentTally, regions: RegionTally): Pick<DerivedRows, 'tables' | 'arrays'> {
  const gathered = new AgentGathering()
  const rows: AgentRow[] = []
  const unknown: UnknownAgentRow[] = []
  for (const { agentId, agent, deals } of tally.agents()) {
    if (agent === undefined) unknown.push(unknownAgentRow(agentId, deals))
    else rows.push(gathered.add(agent, deals, regions))
  }
  return { tables: { [AGENTS]: rows, [UNKNOWN_AGENTS]: unknown }, arrays: arrayBytes(gathered.arrays()) }
}

/** Tables of the agents who have a record, and of those whom homes name and nobody describes. */
export const AGENTS = 'agent_record'
export const UNKNOWN_AGENTS = 'unknown_agent'

type AgentRow = readonly [
  id: string,
  username: string,
  cities: string,
  listings: Uint8Array,
  sales: Uint8Array,
  forSale: number,
]
type UnknownAgentRow = readonly [id: string, listings: Uint8Array, sales: Uint8Array, forSale: number]

/** @param deals Latest first. */
export function unknownAgentRow(agentId: string, deals: readonly TalliedDeal[]): UnknownAgentRow {
  const { listings, sales, forSale } = cellsOfDeals(deals)
  return [agentId, listings, sales, forSale]
}

/** The arrays as they are stored, by name. */
export function arrayBytes(arrays: AgentArrays): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(arrays).map(([name, value]) => [`agents.${name}`, bytesOf(value)]))
}

export function readAgents(database: DatabaseSync): AgentArrays {
  const read = arrayReader(database)
  const texts = (name: 'ids' | 'terms'): string[] => JSON.parse(new TextDecoder().decode(read(`agents.${name}`)))
  const buffer = (name: keyof AgentArrays) => {
    const stored = read(`agents.${name}`)
    const shared = allocate('u8', stored.length)
    shared.set(stored)
    return shared.buffer
  }
  return {
    ids: texts('ids'),
    terms: texts('terms'),
    starts: new Uint32Array(buffer('starts')),
    lists: new Uint32Array(buffer('lists')),
    forSale: new Uint32Array(buffer('forSale')),
    forRent: new Uint32Array(buffer('forRent')),
    saleStarts: new Uint32Array(buffer('saleStarts')),
    saleDays: new Int32Array(buffer('saleDays')),
    salePrices: new Uint32Array(buffer('salePrices')),
  }
}

/** Texts as JSON, so that whatever an id contains is read as it was put. */
function bytesOf(value: readonly string[] | Uint32Array | Int32Array): Uint8Array {
  if (value instanceof Uint32Array || value instanceof Int32Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  }
  return Buffer.from(JSON.stringify(value))
}

/** Region keys of the deals' homes, and their cities, those with most homes first. */
function placesOf(deals: readonly TalliedDeal[], regions: RegionTally) {
  const keys = new Set<string>()
  const cities = new Map<string, number>()
  for (const [group, count] of countsOfGroups(deals)) {
    const ofGroup = regions.keysOf(group)
    for (const key of Object.values(ofGroup)) keys.add(key)
    if (ofGroup.city !== undefined) cities.set(ofGroup.city, (cities.get(ofGroup.city) ?? 0) + count)
  }
  return { keys, cities: citiesByHomes(cities) }
}

/** Number of deals in each group of homes. */
function countsOfGroups(deals: readonly TalliedDeal[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { group } of deals) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

/** Collects the arrays, agent by agent in order of id. */
export class AgentGathering {
  readonly #ids: string[] = []
  readonly #lists = new Map<string, number[]>()
  readonly #forSale: number[] = []
  readonly #forRent: number[] = []
  readonly #saleStarts: number[] = [0]
  #days = new Int32Array(1024)
  #prices = new Uint32Array(1024)

  /** Returns the agent's row. @param deals Latest first. */
  add(agent: SearchedAgent, deals: readonly TalliedDeal[], regions: RegionTally): AgentRow {
    const places = placesOf(deals, regions)
    const { listings, sales, forSale } = cellsOfDeals(deals)
    const forRent = deals.filter(({ kind }) => kind === 'lease').length
    this.#begin(agent.agentId, termsOf(agent, new Set(deals.map(({ kind }) => kind)), places.keys), forSale, forRent)
    for (const deal of deals) {
      if (deal.kind === 'sale' || deal.kind === 'lease') continue
      this.#addSale(deal.atMs / DAY_MS, soldFor(deal))
    }
    return [agent.agentId, agent.username.toLowerCase(), JSON.stringify(places.cities), listings, sales, forSale]
  }

  /** Adds an agent as it stands in other arrays. */
  addStored(arrays: AgentArrays, number: number, terms: Iterable<string>): void {
    const { ids, forSale, forRent, saleStarts, saleDays, salePrices } = arrays
    this.#begin(ids[number] as string, terms, forSale[number] as number, forRent[number] as number)
    const end = saleStarts[number + 1] as number
    for (let sale = saleStarts[number] as number; sale < end; sale++) {
      this.#addSale(saleDays[sale] as number, salePrices[sale] as number)
    }
  }

  #begin(agentId: string, terms: Iterable<string>, forSale: number, forRent: number): void {
    const number = this.#ids.length
    this.#ids.push(agentId)
    for (const term of terms) {
      const list = this.#lists.get(term)
      if (list === undefined) this.#lists.set(term, [number])
      else list.push(number)
    }
    this.#forSale.push(forSale)
    this.#forRent.push(forRent)
    this.#saleStarts.push(this.#saleStarts[number] ?? 0)
  }

  /** A sale of the agent that was begun last. */
  #addSale(day: number, price: number): void {
    const last = this.#saleStarts.length - 1
    const at = this.#saleStarts[last] as number
    this.#days = grown(this.#days, at + 1)
    this.#prices = grown(this.#prices, at + 1)
    this.#days[at] = day
    this.#prices[at] = price
    this.#saleStarts[last] = at + 1
  }

  arrays(): AgentArrays {
    const terms = [...this.#lists.keys()].sort()
    const starts = new Uint32Array(terms.length + 1)
    terms.forEach((term, at) => {
      starts[at + 1] = (starts[at] ?? 0) + (this.#lists.get(term)?.length ?? 0)
    })
    const lists = new Uint32Array(starts.at(-1) ?? 0)
    terms.forEach((term, at) => {
      lists.set(this.#lists.get(term) ?? [], starts[at])
    })
    const sales = this.#saleStarts.at(-1) ?? 0
    return {
      ids: this.#ids,
      terms,
      starts,
      lists,
      forSale: Uint32Array.from(this.#forSale),
      forRent: Uint32Array.from(this.#forRent),
      saleStarts: Uint32Array.from(this.#saleStarts),
      saleDays: this.#days.slice(0, sales),
      salePrices: this.#prices.slice(0, sales),
    }
  }
}
