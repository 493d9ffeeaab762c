import { crc32 } from 'node:zlib'
import { UNLIKE } from '../../cards.ts'

/** Days since a listing beyond which sums are not kept. */
const MAX_DAYS = 16 * 1024
const MAX_BYTES = 256

/**
 * CRC-32 of dated beginnings, each behind its comma. Most are alike: the same number of days makes the same bytes, and
 * those are summed once. Any other one is summed once a day.
 */
export class HeadSums {
  readonly #rows: number
  /** By length, then by what `date` returned; a sum of 0 is not known yet. */
  readonly #alike: Uint32Array[] = []
  /** By row, on one day. */
  #unlike: Uint32Array | undefined
  #today = Number.NaN

  constructor(rows: number) {
    this.#rows = rows
  }

  /** @param like What `date` returned. */
  of(answer: Uint8Array, at: number, bytes: number, like: number, row: number, today: number): number {
    const isAlike = like !== UNLIKE && like < MAX_DAYS && bytes < MAX_BYTES
    const known = isAlike ? this.#ofLength(bytes) : this.#on(today)
    const place = isAlike ? like : row
    known[place] ||= crc32(answer.subarray(at, at + bytes))
    return known[place]
  }

  #ofLength(bytes: number): Uint32Array {
    this.#alike[bytes] ??= new Uint32Array(MAX_DAYS)
    return this.#alike[bytes]
  }

  #on(today: number): Uint32Array {
    this.#unlike ??= new Uint32Array(this.#rows)
    if (today !== this.#today) this.#unlike.fill(0)
    this.#today = today
    return this.#unlike
  }
}
