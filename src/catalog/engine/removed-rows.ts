import { ALL, type Filter, NONE, SOME, type Verdict } from './filter.ts'
import { BLOCK_ROWS, blocksOf, REGION_BLOCKS, regionsOf } from './zones.ts'

/** Passes all rows that were not removed. Also judges whole zones, so a zone without removed rows costs nothing. */
export class RemovedRows implements Filter {
  readonly passing: number
  readonly costNs = 1
  readonly count: number
  readonly #bits: Uint32Array
  /** One verdict per zone. */
  readonly #verdicts: Uint8Array

  /**
   * `bits` has a bit for each row, which is set if the row was removed. Row 0 is the lowest bit of the first number.
   * Returns undefined if no bit is set.
   */
  static of(bits: Uint32Array, rows: number): RemovedRows | undefined {
    return bits.some((word) => word !== 0) ? new RemovedRows(bits, rows) : undefined
  }

  private constructor(bits: Uint32Array, rows: number) {
    const blocks = blocksOf(rows)
    const verdicts = new Uint8Array(blocks + regionsOf(rows))
    let count = 0
    for (let zone = 0; zone < verdicts.length; zone++) {
      const [first, zoneRows] =
        zone < blocks ? [zone * BLOCK_ROWS, BLOCK_ROWS] : [(zone - blocks) * REGION_ROWS, REGION_ROWS]
      const removed = bitsSet(bits, first, Math.min(rows, first + zoneRows))
      verdicts[zone] = removed === 0 ? ALL : removed === Math.min(rows - first, zoneRows) ? NONE : SOME
      if (zone < blocks) count += removed
    }
    this.#bits = bits
    this.#verdicts = verdicts
    this.count = count
    this.passing = 1 - count / rows
  }

  has(row: number): boolean {
    return (((this.#bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1
  }

  verdict(zone: number): Verdict {
    return this.#verdicts[zone] as Verdict // the array contains verdicts only
  }

  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const bits = this.#bits
    let next = at
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      into[next] = row
      next += 1 - (((bits[row >>> 5] as number) >>> (row & 31)) & 1)
    }
    return next
  }
}

const REGION_ROWS = REGION_BLOCKS * BLOCK_ROWS

/** Counts the set bits of rows `first` … `end - 1`. `first` must be the lowest bit of a number. */
function bitsSet(bits: Uint32Array, first: number, end: number): number {
  let count = 0
  for (let word = first >>> 5; word * 32 < end; word++) {
    const left = end - word * 32
    let rest = (bits[word] as number) & (left >= 32 ? -1 : (1 << left) - 1)
    for (; rest !== 0; rest &= rest - 1) count++
  }
  return count
}
