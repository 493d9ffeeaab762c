import { ALL, type Filter, NONE } from './filter.ts'
import { EARTH_RADIUS_M, greatCircleM, leastDistanceToBoxM } from './great-circle.ts'
import type { Predicate } from './predicate.ts'
import type { Table } from './table.ts'
import type { Steps, Work } from './work.ts'
import { BLOCK_ROWS, blocksOf, REGION_BLOCKS, regionsOf } from './zones.ts'

/** Rows with their distances, nearest first. */
export interface NearRows {
  readonly rows: Uint32Array
  readonly distancesM: Float64Array
}

/** A point in degrees, the maximum number of rows, and the maximum distance. */
export interface Near {
  readonly longitude: number
  readonly latitude: number
  readonly limit: number
  readonly withinM?: number
}

/** Within this many degrees, a sphere is nearly flat, so squared distances have a small relative error. */
const FLAT_DEGREES = 2
const FLATNESS = 1 - 1e-3
const METERS_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180

/** Returns false if the predicate's filter reads a list of its own and needs rows in ascending order. */
export function isFoundInAnyOrder({ kind }: Predicate): boolean {
  return kind !== 'list' && kind !== 'rows' && kind !== 'words' && kind !== 'any'
}

export function nearestAmong(rows: Uint32Array, count: number, table: Table, near: Near): NearRows {
  const best = new Best(table, near)
  best.take(rows, count)
  return best.inOrder()
}

/**
 * Returns the nearest matching rows. Reads the nearest zones first, and stops when no other zone can have a nearer row.
 */
export function* nearestMatching(filters: readonly Filter[], table: Table, near: Near, work: Work): Steps<NearRows> {
  const best = new Best(table, near)
  if (near.limit <= 0) return best.inOrder()
  const blocks = blocksOf(table.rows)
  const chunk = new Uint32Array(BLOCK_ROWS + 1) // one more: filters write one slot past the rows that pass
  for (const region of byDistance(blocks, blocks + regionsOf(table.rows), filters, table, near)) {
    if (region.leastM > best.reachM) break
    const first = (region.zone - blocks) * REGION_BLOCKS
    const inRegion = byDistance(first, Math.min(blocks, first + REGION_BLOCKS), filters, table, near)
    for (const { zone, leastM } of inRegion) {
      if (leastM > best.reachM) break
      best.take(chunk, passing(zone, filters, table.rows, chunk, work))
      if (work.isPauseDue) yield
    }
  }
  return best.inOrder()
}

interface ZoneAway {
  readonly zone: number
  readonly leastM: number
}

/** Returns the zones that have coordinates and may have matching rows, nearest first. */
function byDistance(
  first: number,
  end: number,
  filters: readonly Filter[],
  { places: { longitudes, latitudes } }: Table,
  { longitude, latitude }: Near,
): ZoneAway[] {
  const zones: ZoneAway[] = []
  for (let zone = first; zone < end; zone++) {
    const west = longitudes.lows[zone] as number
    if (west > 180 || filters.some((filter) => filter.verdict(zone) === NONE)) continue
    const south = latitudes.lows[zone] as number
    const east = Math.min(180, longitudes.highs[zone] as number) // rows without coordinates contain the largest number
    const north = Math.min(90, latitudes.highs[zone] as number)
    zones.push({ zone, leastM: leastDistanceToBoxM(longitude, latitude, { west, south, east, north }) })
  }
  return zones.sort((one, other) => one.leastM - other.leastM)
}

/** Writes the matching rows of a block to `chunk`, and returns their count. */
function passing(block: number, filters: readonly Filter[], rowCount: number, chunk: Uint32Array, work: Work): number {
  const first = block * BLOCK_ROWS
  let count = Math.min(BLOCK_ROWS, rowCount - first)
  for (let i = 0; i < count; i++) chunk[i] = first + i
  for (const filter of filters) if (filter.verdict(block) !== ALL) count = work.keep(filter, chunk, 0, count, chunk, 0)
  return count
}

/** The nearest rows so far, as a heap whose first row is the farthest. */
class Best {
  readonly #longitudes: Float64Array
  readonly #latitudes: Float64Array
  readonly #near: Near
  readonly #ids: Float64Array
  readonly #rows: Uint32Array
  readonly #distancesM: Float64Array
  #count = 0
  /** Rows farther away cannot be among the nearest. */
  reachM: number

  constructor({ places, ids, rows }: Table, near: Near) {
    this.#longitudes = places.longitudes.values
    this.#latitudes = places.latitudes.values
    this.#near = near
    this.#ids = ids
    this.reachM = near.withinM ?? Number.POSITIVE_INFINITY
    const room = Math.max(0, Math.min(near.limit, rows))
    this.#rows = new Uint32Array(room)
    this.#distancesM = new Float64Array(room)
  }

  take(rows: Uint32Array, count: number): void {
    const { longitude, latitude, limit } = this.#near
    if (limit <= 0) return
    const shrink = Math.cos((latitude * Math.PI) / 180)
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const east = this.#longitudes[row] as number
      const north = this.#latitudes[row] as number
      if (north > 90) continue // this row has no coordinates
      // This lower bound costs a tenth of the exact distance and rules out most rows.
      const up = Math.min(FLAT_DEGREES, Math.abs(north - latitude))
      const turn = Math.abs(east - longitude)
      const along = Math.min(FLAT_DEGREES, turn, 360 - turn)
      const narrowed = shrink * Math.max(0, shrink - (up * Math.PI) / 180)
      const leastM2 = (up * up + narrowed * along * along) * METERS_PER_DEGREE * METERS_PER_DEGREE * FLATNESS
      if (leastM2 > this.reachM * this.reachM) continue
      const meters = greatCircleM(longitude, latitude, east, north)
      if (meters <= this.reachM) this.#insert(row, meters)
    }
  }

  /** Returns the rows, nearest first. Destroys the heap, so call this last. */
  inOrder(): NearRows {
    const count = this.#count
    const [rows, distancesM] = [this.#rows, this.#distancesM]
    for (let end = count - 1; end > 0; end--) {
      const [row, meters] = [rows[end] as number, distancesM[end] as number]
      rows[end] = rows[0] as number
      distancesM[end] = distancesM[0] as number
      this.#sink(row, meters, end)
    }
    return { rows: rows.subarray(0, count), distancesM: distancesM.subarray(0, count) }
  }

  #insert(row: number, meters: number): void {
    if (this.#count < this.#rows.length) this.#rise(row, meters, this.#count++)
    else if (this.#rows.length > 0 && this.#goesBefore(row, meters, 0)) this.#sink(row, meters, this.#count)
    if (this.#count === this.#rows.length) this.reachM = this.#distancesM[0] ?? this.reachM
  }

  /** Moves a free slot up the heap until the row fits, and puts the row there. */
  #rise(row: number, meters: number, free: number): void {
    let place = free
    while (place > 0) {
      const above = (place - 1) >>> 1
      if (this.#goesBefore(row, meters, above)) break
      this.#move(above, place)
      place = above
    }
    this.#put(row, meters, place)
  }

  /** Replaces the farthest of `count` rows, and moves the new row down to its position. */
  #sink(row: number, meters: number, count: number): void {
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= count) break
      if (
        below + 1 < count &&
        this.#goesBefore(this.#rows[below] as number, this.#distancesM[below] as number, below + 1)
      )
        below++
      if (!this.#goesBefore(row, meters, below)) break
      this.#move(below, place)
      place = below
    }
    this.#put(row, meters, place)
  }

  #move(from: number, to: number): void {
    this.#put(this.#rows[from] as number, this.#distancesM[from] as number, to)
  }

  #put(row: number, meters: number, place: number): void {
    this.#rows[place] = row
    this.#distancesM[place] = meters
  }

  #goesBefore(row: number, meters: number, place: number): boolean {
    const other = this.#distancesM[place] as number
    const ids = this.#ids
    return meters < other || (meters === other && (ids[row] as number) < (ids[this.#rows[place] as number] as number))
  }
}
