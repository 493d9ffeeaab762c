import type { HomeKey, HomeQuery } from '../../places/addresses/home-keys.ts'

/** Matches any area in square feet. */
export const ANY_AREA = [0, 2 ** 32] as const

/** Returns at most `limit` homes that were indexed before the current change. */
export type StoredHomeKeys = (query: HomeQuery, limit: number) => readonly number[]

/** Initial number of rows. The table doubles whenever it is full. */
const ROWS_AT_FIRST = 1024

/**
 * An index of homes by key, for stored homes and for homes of the current change. New homes stay in memory until the
 * change ends, and are then stored in order, because random inserts into a new file take ten times as long.
 */
export class HomeKeyBook {
  readonly #stored: StoredHomeKeys
  #places = new Float64Array(ROWS_AT_FIRST)
  #units = new Uint16Array(ROWS_AT_FIRST)
  #homes = new Float64Array(ROWS_AT_FIRST)
  #areas = new Uint32Array(ROWS_AT_FIRST)
  /** Finds the rows of a place. A large building may have thousands of rows, so units have chains of their own. */
  #ofPlaces = new Chains(ROWS_AT_FIRST)
  #ofUnits = new Chains(ROWS_AT_FIRST)
  #ofHomes = new Chains(ROWS_AT_FIRST)
  #rows = 0

  constructor(stored: StoredHomeKeys) {
    this.#stored = stored
  }

  find(query: HomeQuery, limit: number): readonly number[] {
    const { place, unit, area: [least, most] = ANY_AREA } = query
    const rows = [...this.#stored(query, limit)]
    const chains = unit === undefined ? this.#ofPlaces : this.#ofUnits
    for (const row of chains.rowsOf(unit === undefined ? place : unitKey(place, unit))) {
      if (rows.length >= limit) break
      if (this.#places[row] !== place || (unit !== undefined && this.#units[row] !== unit)) continue
      const area = this.#areas[row] ?? 0
      if (area >= least && area <= most) rows.push(this.#homes[row] ?? 0)
    }
    return rows
  }

  add(home: number, { place, unit, area }: HomeKey): void {
    const existing = this.#rowOf(home, place, unit)
    if (existing >= 0) this.#areas[existing] = area
    if (existing >= 0) return
    if (this.#rows === this.#homes.length) this.#grow()
    const row = this.#rows++
    this.#places[row] = place
    this.#units[row] = unit
    this.#homes[row] = home
    this.#areas[row] = area
    this.#chain(row)
  }

  /** Passes the added rows to `take`, in order of place and unit. */
  inOrder(take: (place: number, unit: number, home: number, area: number) => void): void {
    const order = new Uint32Array(this.#rows).map((_, row) => row)
    const [places, units] = [this.#places, this.#units]
    order.sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || (units[a] ?? 0) - (units[b] ?? 0))
    for (const row of order) take(places[row] ?? 0, units[row] ?? 0, this.#homes[row] ?? 0, this.#areas[row] ?? 0)
  }

  /** Returns the row, or -1 if there is no such row. */
  #rowOf(home: number, place: number, unit: number): number {
    for (const row of this.#ofHomes.rowsOf(home)) {
      if (this.#homes[row] === home && this.#places[row] === place && this.#units[row] === unit) return row
    }
    return -1
  }

  #chain(row: number): void {
    const place = this.#places[row] ?? 0
    this.#ofPlaces.add(place, row)
    this.#ofUnits.add(unitKey(place, this.#units[row] ?? 0), row)
    this.#ofHomes.add(this.#homes[row] ?? 0, row)
  }

  #grow(): void {
    const size = 2 * this.#homes.length
    this.#places = new Float64Array(this.#places.buffer.transfer(size * Float64Array.BYTES_PER_ELEMENT))
    this.#homes = new Float64Array(this.#homes.buffer.transfer(size * Float64Array.BYTES_PER_ELEMENT))
    this.#units = new Uint16Array(this.#units.buffer.transfer(size * Uint16Array.BYTES_PER_ELEMENT))
    this.#areas = new Uint32Array(this.#areas.buffer.transfer(size * Uint32Array.BYTES_PER_ELEMENT))
    this.#ofPlaces = new Chains(size)
    this.#ofUnits = new Chains(size)
    this.#ofHomes = new Chains(size)
    for (let row = 0; row < this.#rows; row++) this.#chain(row)
  }
}

/** Returns a hash of a place and a unit. Collisions are rare but possible. */
function unitKey(place: number, unit: number): number {
  return place + unit * UNIT_SPREAD
}

/** A prime, so that the units of a place go to different buckets. */
const UNIT_SPREAD = 40_503

/**
 * A hash table of rows. The newest row of a bucket comes first. The number of buckets is the capacity in rows, a power
 * of two.
 */
class Chains {
  /** For each bucket: its first row plus one. */
  readonly #first: Uint32Array
  /** For each row: the next row in the same bucket plus one. */
  readonly #next: Uint32Array

  constructor(size: number) {
    this.#first = new Uint32Array(size)
    this.#next = new Uint32Array(size)
  }

  add(key: number, row: number): void {
    const bucket = key % this.#first.length
    this.#next[row] = this.#first[bucket] ?? 0
    this.#first[bucket] = row + 1
  }

  /** Yields the rows with this key, and occasionally other rows of the same bucket. */
  *rowsOf(key: number): Generator<number> {
    for (let at = this.#first[key % this.#first.length] ?? 0; at > 0; at = this.#next[at - 1] ?? 0) yield at - 1
  }
}
