import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../base/clock.ts'
import { allocate } from '../../../engine/column.ts'
import { grown } from '../../../engine/growing.ts'
import type { AgentSide } from '../../../model/agent-deals.ts'
import type { RegionTally } from '../../../regions/regions.ts'
import { arrayReader } from '../arrays.ts'
import type { DerivedRows } from '../derived-rows.ts'
import type { AgentTally, DealKind, TalliedDeal } from './tally.ts'
import { termsOf } from './terms.ts'

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

const CITIES_MAX = 20
const PRICE_MAX = 2 ** 32 - 1

/** Everything derived about agents, from a tally of every agent and every home. */
export function agentRows(tally: AgentTally, regions: RegionTally): Pick<DerivedRows, 'tables' | 'arrays'> {
  const gathered = new Gathered()
  const rows = Array.from(tally.agents(), ({ agent, deals }) => {
    const places = placesOf(deals, regions)
    gathered.add(agent.agentId, termsOf(agent, new Set(deals.map(({ kind }) => kind)), places.keys), deals)
    const cities = JSON.stringify(places.cities)
    return [agent.agentId, agent.username.toLowerCase(), cities, listingBytes(deals), saleBytes(deals)]
  })
  const arrays = Object.entries(gathered.arrays()).map(([name, value]) => [`agents.${name}`, bytesOf(value)])
  return { tables: { agent_record: rows }, arrays: Object.fromEntries(arrays) }
}

export function readAgents(database: DatabaseSync): AgentArrays {
  const read = arrayReader(database)
  const texts = (name: 'ids' | 'terms') => {
    const text = new TextDecoder().decode(read(`agents.${name}`))
    return text === '' ? [] : text.split('\n')
  }
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

/** Texts are joined by line feeds; `oneLine` makes sure that none contains one. */
function bytesOf(value: readonly string[] | Uint32Array | Int32Array): Uint8Array {
  if (value instanceof Uint32Array || value instanceof Int32Array) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  }
  return Buffer.from(value.map(oneLine).join('\n'))
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ')
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
  const ordered = [...cities].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return { keys, cities: ordered.slice(0, CITIES_MAX).map(([key]) => key) }
}

/** Number of deals in each group of homes. */
function countsOfGroups(deals: readonly TalliedDeal[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { group } of deals) counts.set(group, (counts.get(group) ?? 0) + 1)
  return counts
}

/** Ids of homes for sale, then of homes for rent. */
function listingBytes(deals: readonly TalliedDeal[]): Uint8Array {
  const zpidsOf = (kind: DealKind) => deals.filter((deal) => deal.kind === kind).map(({ zpid }) => zpid)
  return new Uint8Array(new Float64Array([...zpidsOf('sale'), ...zpidsOf('lease')]).buffer)
}

/** Cells of one sale: zpid, milliseconds since 1970, price (NaN if unknown), index in `SIDES`. */
export const SALE_CELLS = 4
export const SIDES: readonly AgentSide[] = ['Buyer', 'Seller', 'Buyer and Seller']

function saleBytes(deals: readonly TalliedDeal[]): Uint8Array {
  const cells: number[] = []
  for (const { kind, zpid, atMs, price } of deals) {
    if (kind !== 'sale' && kind !== 'lease') cells.push(zpid, atMs, price, SIDES.indexOf(kind))
  }
  return new Uint8Array(new Float64Array(cells).buffer)
}

/** Collects the arrays, agent by agent. */
class Gathered {
  readonly #ids: string[] = []
  readonly #lists = new Map<string, number[]>()
  readonly #forSale: number[] = []
  readonly #forRent: number[] = []
  readonly #saleStarts: number[] = [0]
  #days = new Int32Array(1024)
  #prices = new Uint32Array(1024)

  add(agentId: string, terms: ReadonlySet<string>, deals: readonly TalliedDeal[]): void {
    const number = this.#ids.length
    this.#ids.push(agentId)
    for (const term of terms) {
      const list = this.#lists.get(term)
      if (list === undefined) this.#lists.set(term, [number])
      else list.push(number)
    }
    this.#forSale.push(deals.filter(({ kind }) => kind === 'sale').length)
    this.#forRent.push(deals.filter(({ kind }) => kind === 'lease').length)
    let end = this.#saleStarts[number] ?? 0
    for (const { kind, atMs, price } of deals) {
      if (kind === 'sale' || kind === 'lease') continue
      this.#days = grown(this.#days, end + 1)
      this.#prices = grown(this.#prices, end + 1)
      this.#days[end] = atMs / DAY_MS
      this.#prices[end] = Number.isNaN(price) ? 0 : Math.min(Math.round(price), PRICE_MAX)
      end++
    }
    this.#saleStarts.push(end)
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
