import { firstPlace } from '../../kit/algorithms/sorted.ts'
/** Rows of one table, sorted by key, and by id if keys are equal. */
export interface SortedRows {
  readonly rows: Uint32Array
  /** The number of the table's first row. It is added to each row. */
  readonly first: number
  /** The id of each row. Ids are unique across all tables. */
  readonly ids: Float64Array
  /** Returns the key of the row at this index of `rows`. */
  keyAt(place: number): number
}

/**
 * Merges sorted lists of rows, and returns `limit` rows from `offset` on. Fast if most rows are in the first list,
 * because a binary search finds where the other rows belong.
 */
export function merge([base, ...others]: readonly SortedRows[], offset: number, limit: number): Uint32Array {
  if (base === undefined) return new Uint32Array(0)
  const end = Math.min(
    offset + limit,
    others.reduce((sum, { rows }) => sum + rows.length, base.rows.length),
  )
  const merged = new Uint32Array(Math.max(0, end))
  const from = new Head(base)
  const heads = others.map((list) => new Head(list))
  let at = 0
  while (at < merged.length) {
    const next = heads.reduce(
      (best: Head | undefined, head) => (best && !head.goesBefore(best) ? best : head),
      undefined,
    )
    at = from.copyUntil(next, merged, at)
    if (next === undefined || next.isOver || at === merged.length) break
    merged[at++] = next.row
    next.moveTo(next.place + 1)
  }
  return merged.subarray(Math.min(offset, merged.length))
}

/** The next row of a list. At the end of the list, it sorts after the next rows of all other lists. */
class Head {
  readonly #list: SortedRows
  place = 0
  row = 0
  #key = 0
  #id = 0

  constructor(list: SortedRows) {
    this.#list = list
    this.moveTo(0)
  }

  get isOver(): boolean {
    return this.place >= this.#list.rows.length
  }

  moveTo(place: number): void {
    const { rows, first, ids } = this.#list
    const row = rows[place]
    this.place = place
    this.row = first + (row ?? 0)
    this.#key = row === undefined ? Number.POSITIVE_INFINITY : this.#list.keyAt(place)
    this.#id = row === undefined ? Number.POSITIVE_INFINITY : (ids[row] as number)
  }

  goesBefore(other: Head): boolean {
    return this.#key < other.#key || (this.#key === other.#key && this.#id < other.#id)
  }

  /** Copies rows until the other list's next row sorts first, or until `into` is full. Returns the end. */
  copyUntil(other: Head | undefined, into: Uint32Array, at: number): number {
    const { rows, first } = this.#list
    const start = this.place
    const end = Math.min(other === undefined ? rows.length : this.#placeOf(other), start + into.length - at)
    for (let place = start; place < end; place++) into[at + place - start] = first + (rows[place] as number)
    this.place = end
    return at + end - start
  }

  /** Returns the first position from here on whose row sorts after the next row of the other list. */
  #placeOf(other: Head): number {
    const { rows, ids } = this.#list
    return firstPlace(this.place, rows.length, (place) => {
      const key = this.#list.keyAt(place)
      return key > other.#key || (key === other.#key && (ids[rows[place] as number] as number) >= other.#id)
    })
  }
}
