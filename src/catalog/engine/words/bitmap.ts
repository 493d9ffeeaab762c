/** Length of a bitmap for this many rows. The first number of a bitmap is its count of rows. */
export function bitmapLength(rowCount: number): number {
  return 1 + Math.ceil(rowCount / 32)
}

export function setRow(bitmaps: Uint32Array, position: number, row: number): void {
  const word = position + 1 + (row >>> 5)
  bitmaps[word] = (bitmaps[word] as number) | (1 << (row & 31))
  bitmaps[position] = (bitmaps[position] as number) + 1
}

export class BitmapReader {
  readonly count: number
  readonly #bitmaps: Uint32Array
  readonly #start: number
  readonly #end: number

  constructor(bitmaps: Uint32Array, position: number, rowCount: number) {
    this.#bitmaps = bitmaps
    this.count = bitmaps[position] as number
    this.#start = position + 1
    this.#end = position + bitmapLength(rowCount)
  }

  /** Writes all rows to `into`, which must have room for `count`. */
  unpack(into: Uint32Array): number {
    let count = 0
    for (let word = this.#start; word < this.#end; word++) {
      for (let bits = this.#bitmaps[word] as number; bits !== 0; bits &= bits - 1) {
        into[count++] = (word - this.#start) * 32 + 31 - Math.clz32(bits & -bits)
      }
    }
    return count
  }

  /** See `Filter.keep`. */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const bitmaps = this.#bitmaps
    const first = this.#start
    let next = at
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      into[next] = row
      next += ((bitmaps[first + (row >>> 5)] as number) >>> (row & 31)) & 1
    }
    return next
  }
}
