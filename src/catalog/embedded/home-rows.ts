import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { numberOfText } from '../../kit/algorithms/text-number.ts'
import type { Home } from '../../model/home.ts'
import { isOnMarket } from '../../places/regions/regions.ts'
import { type ArrayOf, allocate, bytesPer, type Element, type FlatArray, newColumn } from '../engine/column.ts'
import { grown } from '../engine/growing.ts'
import { NearestIndex } from '../engine/nearest.ts'
import { sortRowsById } from '../engine/rank.ts'
import { SEARCHED } from '../facts/searched.ts'
import type { StoredSegment } from '../ports/catalog-store.ts'
import { arrayReader, arrayWriter } from './arrays.ts'
import { BriefTally } from './brief-tally.ts'
import { LineTally } from './line-tally.ts'
import { bytesOf, readPieces, setPieces } from './search/pieces.ts'
import { clearBit, hasBit, readBits, readRemoved, setBit } from './segments.ts'

/**
 * Columns with a value for every home of a segment, even for homes that are not listed. Homes with coordinates come
 * first.
 */
const COLUMNS = {
  ids: 'f64',
  /** The home's place number; see `RegionTally`. Homes in the same regions share a place. */
  places: 'u32',
  /** The code of the home's building, see `buildingCode`; 0 for homes without a building. */
  buildings: 'f64',
  /** The code of the building into which searches group the home, see `textCode`. */
  grouped: 'u32',
  /** The code of the listing agent's id, see `textCode`. */
  agents: 'u32',
  marks: 'u8',
} as const satisfies Readonly<Record<string, Element>>

/** Columns with values only for homes with coordinates. */
const LOCATED_COLUMNS = { longitudes: 'f64', latitudes: 'f64' } as const satisfies Readonly<Record<string, Element>>

/** Columns that are computed once the rows are sorted. */
const ORDERED_COLUMNS = {
  /** Rows in order of id. */
  byId: 'u32',
  /** The offset of each row's packed `HomeBrief`, followed by the end of the last `HomeBrief`. */
  briefStarts: 'f64',
  /** Where each block of the front-coded completion lines starts; see `FrontCodedArrays`. */
  lineBlocks: 'u32',
  /** For each completion line, the row of its home. */
  lineRows: 'u32',
} as const satisfies Readonly<Record<string, Element>>

const TALLIED_COLUMNS = { ...COLUMNS, ...LOCATED_COLUMNS }
const ALL_COLUMNS = { ...TALLIED_COLUMNS, ...ORDERED_COLUMNS }
type HomeColumn = keyof typeof ALL_COLUMNS

/**
 * Bits of `marks`. `MAY_BE_HEAD`: the home has coordinates, so it may represent its building. `ON_MARKET`: the home is
 * on the market.
 */
const MAY_BE_HEAD = 1
export const ON_MARKET = 2

export type HomeRows = { readonly [C in HomeColumn]: ArrayOf<(typeof ALL_COLUMNS)[C]> }
type TalliedRows = Pick<HomeRows, keyof typeof TALLIED_COLUMNS>

const TREE = 'tree'
const BRIEFS = 'briefs'
const LINES = 'lines'

/** Array with a bit per home: whether it represents its building, or has no building. */
const HEADS = 'heads'

function nameIn(
  segment: string,
  part: HomeColumn | typeof TREE | typeof BRIEFS | typeof LINES | typeof HEADS | 'removed',
): string {
  return `${segment}/homes/${part}`
}

/** Returns a hash code of a string. Different strings may have the same code; 0 means no string. */
export function textCode(text: string | undefined): number {
  return text === undefined ? 0 : crc32(text) || 1
}

/** Returns a code for a lot id. No two buildings of a catalog share a code; 0 means no building. */
export function buildingCode(lotId: string | undefined): number {
  return lotId === undefined ? 0 : numberOfText(lotId)
}

/** Collects the columns of homes in arrays that double their size when full. */
export class HomeRowTally {
  #count = 0
  readonly #briefs = new BriefTally()
  readonly #lines = new LineTally()
  #columns = eachColumn((name) => newColumn(TALLIED_COLUMNS[name], 1024))

  /** @param place The home's place number; see `RegionTally`. */
  add(home: Home, place: number): void {
    const row = this.#count++
    if (row === this.#columns.ids.length) this.#grow()
    const columns = this.#columns
    columns.ids[row] = home.zpid
    columns.places[row] = place
    columns.buildings[row] = buildingCode(home.lotId)
    columns.grouped[row] = textCode(groupOf(home))
    columns.agents[row] = textCode(home.listing?.listAgentId)
    columns.marks[row] = (isOnMarket(home) ? ON_MARKET : 0) | (home.point ? MAY_BE_HEAD : 0)
    columns.longitudes[row] = home.point?.longitude ?? Number.NaN
    columns.latitudes[row] = home.point?.latitude ?? Number.NaN
    this.#briefs.add(home)
    this.#lines.add(home, row)
  }

  /** Returns the columns under the names by which a segment stores them. */
  arrays(segment: string): Record<string, Uint8Array> {
    const order = this.#order()
    const { ids, longitudes, latitudes, ...rest } = this.#inOrder(order)
    const heads = new Uint32Array(Math.ceil(ids.length / 32))
    setHeads([{ rows: { ids, ...rest }, removed: undefined, heads }], undefined)
    const located = ids.subarray(0, longitudes.length)
    const { tree } = NearestIndex.build(located, longitudes, latitudes).arrays
    const briefStarts = this.#briefs.startsInOrder(order)
    const { pieces: linePieces, ...lines } = this.#lines.sorted(order, ids)
    const byId = sortRowsById(ids)
    const columns = Object.entries({ ids, longitudes, latitudes, ...rest, byId, briefStarts, ...lines })
    const arrays = Object.fromEntries(
      columns.map(([name, array]) => [nameIn(segment, name as HomeColumn), bytesOf(array)]), // its columns
    )
    arrays[nameIn(segment, TREE)] = new Uint8Array(tree)
    arrays[nameIn(segment, HEADS)] = bytesOf(heads)
    const set = (name: string, bytes: Uint8Array) => {
      arrays[name] = bytes
    }
    setPieces(set, nameIn(segment, BRIEFS), this.#briefs.inOrder(order))
    setPieces(set, nameIn(segment, LINES), linePieces)
    return arrays
  }

  get count(): number {
    return this.#count
  }

  #grow(): void {
    const before = this.#columns
    this.#columns = eachColumn((name) => grown<FlatArray>(before[name], this.#count))
  }

  /** Returns an order of rows in which homes with coordinates come first. */
  #order(): Uint32Array {
    const { longitudes } = this.#columns
    const order = new Uint32Array(this.#count)
    let located = 0
    for (let row = 0; row < this.#count; row++) if (!Number.isNaN(longitudes[row])) order[located++] = row
    for (let row = 0, at = located; row < this.#count; row++) if (Number.isNaN(longitudes[row])) order[at++] = row
    return order
  }

  #inOrder(order: Uint32Array): TalliedRows {
    const longitudes = this.#columns.longitudes.subarray(0, this.#count)
    const located = order.subarray(0, longitudes.filter((each) => !Number.isNaN(each)).length)
    return eachColumn((name) => inOrder(this.#columns[name], name in LOCATED_COLUMNS ? located : order))
  }
}

/** @param make Returns an array with the element type of the column. */
function eachColumn(make: (name: keyof TalliedRows) => FlatArray): TalliedRows {
  const names = Object.keys(TALLIED_COLUMNS) as (keyof TalliedRows)[] // its keys
  return Object.fromEntries(names.map((name) => [name, make(name)])) as TalliedRows // `make` returns the right type for each column
}

/** The building in which searches group a home; see `NounDescription.buildingOf`. */
export function groupOf(home: Home): string | undefined {
  return SEARCHED.home.buildingOf?.(home)
}

/** A segment's homes, with a bit for each home that represents a building or has no building. */
interface HeadRows {
  readonly rows: Pick<HomeRows, 'ids' | 'buildings' | 'marks'>
  readonly removed: Uint32Array | undefined
  /**
   * A bit for each row: whether its home represents its building, or has no building. `setHeads` changes these bits.
   */
  readonly heads: Uint32Array
}

/**
 * For searches of the nearest places, chooses the home that represents each building: the unit with the lowest id. A
 * home without a building represents itself. Returns the segments in which a bit changed.
 *
 * @param buildings Codes of the buildings to choose for. If undefined, chooses for all buildings and all homes without
 * a building.
 */
export function setHeads(segments: readonly HeadRows[], buildings: ReadonlySet<number> | undefined): Set<HeadRows> {
  const lowest = new Map<number, number>()
  const changed = new Set<HeadRows>()
  const isAsked = (building: number) => (buildings === undefined ? building !== 0 : buildings.has(building))
  for (const { rows, removed } of segments) {
    for (let row = 0; row < rows.ids.length; row++) {
      const building = rows.buildings[row] as number
      if (!isAsked(building) || !mayBeHead(rows, row) || hasBit(removed, row)) continue
      const id = rows.ids[row] as number
      if (id < (lowest.get(building) ?? Number.POSITIVE_INFINITY)) lowest.set(building, id)
    }
  }
  for (const segment of segments) {
    const { rows, heads } = segment
    for (let row = 0; row < rows.ids.length; row++) {
      const building = rows.buildings[row] as number
      if (!isAsked(building) && (buildings !== undefined || building !== 0)) continue
      const isHead = mayBeHead(rows, row) && (building === 0 || lowest.get(building) === rows.ids[row])
      if (hasBit(heads, row) === isHead) continue
      changed.add(segment)
      if (isHead) setBit(heads, row)
      else clearBit(heads, row)
    }
  }
  return changed
}

function mayBeHead({ marks }: Pick<HomeRows, 'marks'>, row: number): boolean {
  return ((marks[row] as number) & MAY_BE_HEAD) !== 0
}

/** Chooses again which homes represent these buildings and the buildings with homes in the new segment `made`. */
export function storeHeads(
  database: DatabaseSync,
  segments: readonly StoredSegment[],
  touched: ReadonlySet<number>,
  made: string | undefined,
): void {
  const buildings = new Set(touched)
  if (made !== undefined) for (const code of readHomeRows(database, made, ['buildings']).buildings) buildings.add(code)
  buildings.delete(0)
  if (buildings.size === 0) return
  const all = segments.map((segment) => ({
    name: segment.name,
    rows: readHomeRows(database, segment.name, ['ids', 'buildings', 'marks']),
    removed: readRemoved(database, removedHomesOf(segment), segment.removedHomes),
    heads: readHeads(database, segment.name),
  }))
  const set = arrayWriter(database)
  const changed = setHeads(all, buildings)
  for (const segment of all) if (changed.has(segment)) set(headsOf(segment.name), bytesOf(segment.heads))
}

export function readHeads(database: DatabaseSync, segment: string): Uint32Array {
  return readBits(database, headsOf(segment))
}

/** Name of the array with a bit for each home: whether it represents its building, or has no building. */
export function headsOf(segment: string): string {
  return nameIn(segment, HEADS)
}

function inOrder(column: FlatArray, order: Uint32Array): FlatArray {
  const ordered = column.slice(0, order.length)
  for (let at = 0; at < order.length; at++) ordered[at] = column[order[at] as number] as number
  return ordered
}

/** Reads columns of a segment into shared memory. */
export function readHomeRows<C extends HomeColumn>(
  database: DatabaseSync,
  segment: string,
  columns: readonly C[],
): Pick<HomeRows, C> {
  const read = arrayReader(database)
  const entries = columns.map((column) => {
    const bytes = read(nameIn(segment, column))
    const element = ALL_COLUMNS[column]
    const array = allocate(element, bytes.length / bytesPer(element))
    bytesOf(array).set(bytes)
    return [column, array]
  })
  return Object.fromEntries(entries) as Pick<HomeRows, C> // an entry for each column
}

/** Reads the search tree of the homes with coordinates into shared memory. */
export function readHomeTree(database: DatabaseSync, segment: string): ArrayBufferLike {
  const bytes = arrayReader(database)(nameIn(segment, TREE))
  const shared = allocate('u8', bytes.length)
  shared.set(bytes)
  return shared.buffer
}

/** Reads the packed `HomeBrief`s of a segment's homes into shared memory. */
export function readHomeBriefs(database: DatabaseSync, segment: string, briefStarts: Float64Array): Uint8Array {
  return readPieces(arrayReader(database), nameIn(segment, BRIEFS), briefStarts.at(-1) ?? 0)
}

/** Reads the completion lines of a segment's homes into shared memory. */
export function readHomeLines(database: DatabaseSync, segment: string, lineBlocks: Uint32Array): Uint8Array {
  return readPieces(arrayReader(database), nameIn(segment, LINES), lineBlocks.at(-1) ?? 0)
}

/** Name of the array with a bit for each removed home; see `removedRowsOf`. */
export function removedHomesOf({ name }: Pick<StoredSegment, 'name'>): string {
  return nameIn(name, 'removed')
}
