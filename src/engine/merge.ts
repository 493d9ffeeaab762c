/** Rows of one table, in order of key, ties by id. */
export interface Sorted {
  readonly rows: Uint32Array
  /** What is added to each row, to tell it from those of other tables. */
  readonly first: number
  /** By row: no two are the same in any of the tables. */
  readonly ids: Float64Array
  /** The key at a place in `rows`. */
  keyAt(place: number): number
}

/** Rows with their keys. */
export interface Merged {
  readonly rows: Uint32Array
  readonly keys: Float64Array
}

/** Of the rows of all lists, in the same order, those from `offset` on, at most `limit`. */
export function merge(lists: readonly Sorted[], offset: number, limit: number): Merged {
  const all = lists.reduce((sum, { rows }) => sum + rows.length, 0)
  const length = Math.max(0, Math.min(limit, all - offset))
  const rows = new Uint32Array(length)
  const keys = new Float64Array(length)
  const heads = lists.map((list) => new Head(list))
  for (let place = -offset; place < length; place++) {
    const next = heads.reduce((best, head) => (head.goesBefore(best) ? head : best))
    if (place >= 0) {
      rows[place] = next.row
      keys[place] = next.key
    }
    next.advance()
  }
  return { rows, keys }
}

/** The first row of a list that was not taken yet. Behind the last one, nothing goes after it. */
class Head {
  readonly #list: Sorted
  #place = -1
  row = 0
  key = 0
  #id = 0

  constructor(list: Sorted) {
    this.#list = list
    this.advance()
  }

  advance(): void {
    const { rows, first, ids } = this.#list
    const row = rows[++this.#place]
    this.row = first + (row ?? 0)
    this.key = row === undefined ? Number.POSITIVE_INFINITY : this.#list.keyAt(this.#place)
    this.#id = row === undefined ? Number.POSITIVE_INFINITY : (ids[row] as number)
  }

  goesBefore(other: Head): boolean {
    return this.key < other.key || (this.key === other.key && this.#id < other.#id)
  }
}
