import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type ArrayOf, allocate, type Element } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'
import { NearestIndex } from '../../engine/nearest.ts'
import type { Home } from '../../model/home.ts'
import { searchPoint } from '../../model/home-columns.ts'
import { isOnMarket } from '../../regions/regions.ts'
import { arrayReader } from './arrays.ts'
import type { StoredSegment } from './segments.ts'

/** What is stored of every home of a segment, listed or not: the rows of homes with coordinates come first. */
const COLUMNS = {
  ids: 'f64',
  /** Number of the place, see `RegionTally`. */
  places: 'u32',
  /** Of the building's lot id, see `textCode`. */
  lots: 'u32',
  /** Of the id of the agent whom the card names. */
  agents: 'u32',
  marks: 'u8',
} as const satisfies Readonly<Record<string, Element>>

/** Only of homes with coordinates. */
const LOCATED_COLUMNS = { longitudes: 'f64', latitudes: 'f64' } as const satisfies Readonly<Record<string, Element>>

const ALL_COLUMNS = { ...COLUMNS, ...LOCATED_COLUMNS }
type HomeColumn = keyof typeof ALL_COLUMNS

/** Marks: the home represents a place, see `HomePoints.placesNear`; it is on the market. */
export const IS_PLACE = 1
export const ON_MARKET = 2

export type HomeRows = { readonly [C in HomeColumn]: ArrayOf<(typeof ALL_COLUMNS)[C]> }

const TREE = 'tree'

function nameIn(segment: string, part: HomeColumn | typeof TREE | 'removed'): string {
  return `${segment}/homes/${part}`
}

/** Stands for a text in a column; several texts may share one. 0 stands for none. */
export function textCode(text: string | undefined): number {
  return text === undefined ? 0 : crc32(text) || 1
}

/** Collects homes in arrays that grow by doubling. */
export class HomeRowTally {
  #count = 0
  readonly #columns: { -readonly [C in HomeColumn]: HomeRows[C] } = {
    ids: new Float64Array(1024),
    places: new Uint32Array(1024),
    lots: new Uint32Array(1024),
    agents: new Uint32Array(1024),
    marks: new Uint8Array(1024),
    longitudes: new Float64Array(1024),
    latitudes: new Float64Array(1024),
  }
  /** Row of the unit that represents each building. */
  readonly #buildings = new Map<string, number>()

  /** @param place The home's number from `RegionTally`. */
  add(home: Home, place: number): void {
    const row = this.#count++
    const columns = this.#columns
    if (row === columns.ids.length) this.#grow()
    columns.ids[row] = home.zpid
    columns.places[row] = place
    columns.lots[row] = textCode(home.lotId)
    columns.agents[row] = textCode(home.listing?.listAgentId)
    columns.marks[row] = isOnMarket(home) ? ON_MARKET : 0
    columns.longitudes[row] = home.point?.longitude ?? Number.NaN
    columns.latitudes[row] = home.point?.latitude ?? Number.NaN
    if (searchPoint(home) !== undefined) this.#setPlace(row, home)
  }

  /** By the names under which a segment stores them. */
  arrays(segment: string): Record<string, Uint8Array> {
    const { ids, longitudes, latitudes, ...rest } = this.#inOrder()
    const located = ids.subarray(0, longitudes.length)
    const { tree } = NearestIndex.build(located, longitudes, latitudes).arrays
    const columns = Object.entries({ ids, longitudes, latitudes, ...rest })
    return {
      ...Object.fromEntries(columns.map(([name, array]) => [nameIn(segment, name as HomeColumn), bytesOf(array)])), // its columns
      [nameIn(segment, TREE)]: new Uint8Array(tree),
    }
  }

  get count(): number {
    return this.#count
  }

  #grow(): void {
    const columns = this.#columns
    const length = this.#count
    columns.ids = grown(columns.ids, length)
    columns.places = grown(columns.places, length)
    columns.lots = grown(columns.lots, length)
    columns.agents = grown(columns.agents, length)
    columns.marks = grown(columns.marks, length)
    columns.longitudes = grown(columns.longitudes, length)
    columns.latitudes = grown(columns.latitudes, length)
  }

  /** Homes with coordinates first. */
  #inOrder(): HomeRows {
    const { ids, places, lots, agents, marks, longitudes, latitudes } = this.#columns
    const order: number[] | Uint32Array = new Uint32Array(this.#count)
    let located = 0
    for (let row = 0; row < this.#count; row++) if (!Number.isNaN(longitudes[row])) order[located++] = row
    for (let row = 0, at = located; row < this.#count; row++) if (Number.isNaN(longitudes[row])) order[at++] = row
    return {
      ids: inOrder(ids, order),
      places: inOrder(places, order),
      lots: inOrder(lots, order),
      agents: inOrder(agents, order),
      marks: inOrder(marks, order),
      longitudes: inOrder(longitudes, order.subarray(0, located)),
      latitudes: inOrder(latitudes, order.subarray(0, located)),
    }
  }

  /** The unit with the lowest id represents its building. */
  #setPlace(row: number, { zpid, lotId }: Home): void {
    const { ids, marks } = this.#columns
    const before = lotId === undefined ? undefined : this.#buildings.get(lotId)
    if (before !== undefined && (ids[before] as number) < zpid) return
    if (before !== undefined) marks[before] = (marks[before] as number) & ~IS_PLACE
    if (lotId !== undefined) this.#buildings.set(lotId, row)
    marks[row] = (marks[row] as number) | IS_PLACE
  }
}

function inOrder<A extends Float64Array | Uint32Array | Uint8Array>(column: A, order: Uint32Array): A {
  const ordered = column.slice(0, order.length) as A // of the same class
  for (let at = 0; at < order.length; at++) ordered[at] = column[order[at] as number] as number
  return ordered
}

function bytesOf(array: ArrayOf<Element>): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** Reads some columns of a segment into shared memory. */
export function readHomeRows<C extends HomeColumn>(
  database: DatabaseSync,
  segment: string,
  columns: readonly C[],
): Pick<HomeRows, C> {
  const read = arrayReader(database)
  const entries = columns.map((column) => {
    const bytes = read(nameIn(segment, column))
    const element = ALL_COLUMNS[column]
    const array = allocate(element, bytes.length / BYTES[element])
    bytesOf(array).set(bytes)
    return [column, array]
  })
  return Object.fromEntries(entries) as Pick<HomeRows, C> // each of the columns
}

const BYTES = { u8: 1, u32: 4, f64: 8 } as const

/** The tree over the homes with coordinates, in shared memory. */
export function readHomeTree(database: DatabaseSync, segment: string): ArrayBufferLike {
  const bytes = arrayReader(database)(nameIn(segment, TREE))
  const shared = allocate('u8', bytes.length)
  shared.set(bytes)
  return shared.buffer
}

/** Name of the array that marks removed homes; see `removedRows`. */
export function removedHomesOf({ name }: Pick<StoredSegment, 'name'>): string {
  return nameIn(name, 'removed')
}
