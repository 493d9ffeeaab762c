import { allocate } from './column.ts'
import { grown } from './growing.ts'

/** A slice of a list of rows: `rows[start]` … `rows[end - 1]`, ascending. */
export interface RowSlice {
  readonly rows: Uint32Array
  readonly start: number
  readonly end: number
}

/** Lists the rows of each key, ascending. Keys are nonnegative whole numbers. A row may have several keys. */
export class PostingLists {
  /** Where each key's rows start. The last entry is the end of all rows. */
  readonly starts: Uint32Array
  readonly rows: Uint32Array

  constructor(starts: Uint32Array, rows: Uint32Array) {
    this.starts = starts
    this.rows = rows
  }

  get keys(): number {
    return Math.max(0, this.starts.length - 1)
  }

  of(key: number): RowSlice {
    return { rows: this.rows, start: this.starts[key] ?? 0, end: this.starts[key + 1] ?? this.starts[key] ?? 0 }
  }
}

/** Limits memory: each number up to the greatest key takes four bytes. */
const MAX_KEYS = 2 ** 28

/** Collects the keys of each row, and lists the rows of each key. */
export class PostingListsBuilder {
  #keys = new Uint32Array(1024)
  #ends = new Uint32Array(1024)
  #rows = 0
  #used = 0
  #keyCount = 0

  /** Adds the next row. Duplicate keys count once. Throws a RangeError if a key is negative or not whole. */
  add(keys: readonly number[]): void {
    this.#keys = grown(this.#keys, this.#used + keys.length)
    this.#ends = grown(this.#ends, this.#rows + 1)
    for (const key of new Set(keys)) {
      if (!(Number.isInteger(key) && key >= 0 && key < MAX_KEYS))
        throw new RangeError(`Keys must be whole numbers from 0 below ${MAX_KEYS}; got "${key}".`)
      this.#keys[this.#used++] = key
      this.#keyCount = Math.max(this.#keyCount, key + 1)
    }
    this.#ends[this.#rows++] = this.#used
  }

  /** @param order The added rows in their final order. */
  build(order: Uint32Array): PostingLists {
    const starts = allocate('u32', this.#keyCount + 1)
    for (let i = 0; i < this.#used; i++) {
      const key = this.#keys[i] as number
      starts[key + 1] = (starts[key + 1] as number) + 1
    }
    for (let key = 0; key < this.#keyCount; key++)
      starts[key + 1] = (starts[key + 1] as number) + (starts[key] as number)
    const next = starts.slice()
    const rows = allocate('u32', this.#used)
    order.forEach((added, row) => {
      for (let i = added === 0 ? 0 : (this.#ends[added - 1] as number); i < (this.#ends[added] as number); i++) {
        const key = this.#keys[i] as number
        const place = next[key] as number
        rows[place] = row
        next[key] = place + 1
      }
    })
    return new PostingLists(starts, rows)
  }
}
