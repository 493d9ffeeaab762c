/** Ranks are counted in 2^10 buckets of equal width. */
const BUCKET_BITS = 10

/** A bucket with more keys is sorted before the final insertion sort. */
const MAX_UNSORTED_BUCKET = 48

/** Exceeds every row number, yet a rank and a row still fit into 53 bits together. */
const ROW_SCALE = 2 ** 26

/** Maximum number of rows in a table. */
export const MAX_ROWS = ROW_SCALE

/** Finds the best rows of a selection without sorting the others. Reuses its memory, so each thread needs its own. */
export class BestRows {
  /** First the number of rows in each bucket, later the position of the bucket's next key. */
  readonly #counts = new Uint32Array(1 << BUCKET_BITS)
  #keys = new Float64Array(1024)

  /**
   * Sorts `rows[0]` … `rows[count - 1]` by rank and returns at most `limit` rows from `offset` on. All ranks are
   * distinct.
   */
  page(rows: Uint32Array, count: number, ranks: Uint32Array, offset: number, limit: number): Uint32Array {
    const last = Math.min(count, offset + limit)
    if (offset >= last) return new Uint32Array(0)
    const shift = Math.max(0, 32 - Math.clz32(Math.max(1, ranks.length - 1)) - BUCKET_BITS)
    const counts = this.#counts.fill(0)
    countBuckets(rows, count, ranks, shift, counts)

    // Skips the buckets before the page, then gives positions to the buckets up to the page's end.
    let first = 0
    let before = 0
    for (; before + (counts[first] as number) <= offset; first++) before += counts[first] as number
    let end = first
    let placed = 0
    for (; before + placed < last; end++) {
      const inBucket = counts[end] as number
      counts[end] = placed
      placed += inBucket
    }
    if (this.#keys.length < placed) this.#keys = new Float64Array(2 * placed)
    const keys = this.#keys
    placeKeys(rows, count, ranks, shift, counts, first, end, keys)

    for (let bucket = first, start = 0; bucket < end; bucket++) {
      const next = counts[bucket] as number
      if (next - start > MAX_UNSORTED_BUCKET) keys.subarray(start, next).sort()
      start = next
    }
    sortNearlySorted(keys, placed)
    return rowsOfKeys(keys, offset - before, last - before)
  }
}

function countBuckets(rows: Uint32Array, count: number, ranks: Uint32Array, shift: number, counts: Uint32Array): void {
  for (let i = 0; i < count; i++) {
    const bucket = (ranks[rows[i] as number] as number) >>> shift
    counts[bucket] = (counts[bucket] as number) + 1
  }
}

/** Packs rank and row of each row in buckets `first` … `end - 1` into one number, in order of bucket. */
function placeKeys(
  rows: Uint32Array,
  count: number,
  ranks: Uint32Array,
  shift: number,
  places: Uint32Array,
  first: number,
  end: number,
  keys: Float64Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = rows[i] as number
    const rank = ranks[row] as number
    const bucket = rank >>> shift
    if (bucket < first || bucket >= end) continue
    const place = places[bucket] as number
    keys[place] = rank * ROW_SCALE + row
    places[bucket] = place + 1
  }
}

/** Insertion sort, which is fast because every key is close to its final position. */
function sortNearlySorted(keys: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const key = keys[i] as number
    let place = i
    for (; place > 0 && (keys[place - 1] as number) > key; place--) keys[place] = keys[place - 1] as number
    keys[place] = key
  }
}

function rowsOfKeys(keys: Float64Array, start: number, end: number): Uint32Array {
  const rows = new Uint32Array(end - start)
  for (let i = start; i < end; i++) {
    const key = keys[i] as number
    rows[i - start] = key - Math.floor(key / ROW_SCALE) * ROW_SCALE
  }
  return rows
}
