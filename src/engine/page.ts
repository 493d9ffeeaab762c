/** Ranks are counted in so many buckets of equal width. */
const BUCKET_BITS = 10

/** Finds the best rows of a selection without sorting the others. One per thread; its memory is used again and again. */
export class BestRows {
  readonly #counts = new Uint32Array(1 << BUCKET_BITS)
  #keys = new Float64Array(0)

  /**
   * Those of `rows[0]` … `rows[count - 1]` that stand at `offset` and on, `limit` at most, when ordered by rank. No two
   * rows have the same rank.
   */
  page(rows: Uint32Array, count: number, ranks: Uint32Array, offset: number, limit: number): Uint32Array {
    const last = Math.min(count, offset + limit)
    if (offset >= last) return new Uint32Array(0)
    const bits = 32 - Math.clz32(Math.max(1, ranks.length - 1))
    const shift = Math.max(0, bits - BUCKET_BITS)
    const bound = last < count ? this.#boundOf(rows, count, ranks, last, shift) : 2 ** 32
    const selected = this.#select(rows, count, ranks, bound)
    const keys = this.#keys.subarray(0, selected).sort()
    return rowsOfKeys(keys, offset, last)
  }

  /** A rank below which at least `needed` rows stand, and few more. */
  #boundOf(rows: Uint32Array, count: number, ranks: Uint32Array, needed: number, shift: number): number {
    const counts = this.#counts.fill(0)
    for (let i = 0; i < count; i++) {
      const bucket = (ranks[rows[i] as number] as number) >>> shift
      counts[bucket] = (counts[bucket] as number) + 1
    }
    let bucket = 0
    for (let found = counts[0] as number; found < needed; found += counts[bucket] as number) bucket++
    return 2 ** shift * (bucket + 1)
  }

  /** Packs rank and row of each row below the bound into one number, so that they sort without a comparator. */
  #select(rows: Uint32Array, count: number, ranks: Uint32Array, bound: number): number {
    if (this.#keys.length < count + 1) this.#keys = new Float64Array(2 * count + 1)
    const keys = this.#keys
    let selected = 0
    for (let i = 0; i < count; i++) {
      const row = rows[i] as number
      const rank = ranks[row] as number
      keys[selected] = rank * ROW_SCALE + row
      selected += +(rank < bound)
    }
    return selected
  }
}

/** Above every row, and small enough for rank and row to fit a number's 53 bits. */
const ROW_SCALE = 2 ** 26

/** Rows that a table can have at most. */
export const MOST_ROWS = ROW_SCALE

function rowsOfKeys(keys: Float64Array, offset: number, end: number): Uint32Array {
  const rows = new Uint32Array(end - offset)
  for (let i = offset; i < end; i++) {
    const key = keys[i] as number
    rows[i - offset] = key - Math.floor(key / ROW_SCALE) * ROW_SCALE
  }
  return rows
}
