/**
 * A set of rows as a bitmap. A second bitmap marks the non-empty words of the first, so listing few rows of a large
 * table is cheap.
 */
export class RowSet {
  readonly #words: Uint32Array
  readonly #touched: Uint32Array

  constructor(rowCount: number) {
    this.#words = new Uint32Array(Math.ceil(rowCount / 32))
    this.#touched = new Uint32Array(Math.ceil(rowCount / (32 * 32)))
  }

  add(rows: Uint32Array, start: number, end: number): void {
    const words = this.#words
    const touched = this.#touched
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      const word = row >>> 5
      words[word] = (words[word] as number) | (1 << (row & 31))
      touched[word >>> 5] = (touched[word >>> 5] as number) | (1 << (word & 31))
    }
  }

  /** Writes the rows to `into` in ascending order, and empties the set. Returns how many rows it wrote. */
  drain(into: Uint32Array): number {
    const words = this.#words
    let count = 0
    for (let group = 0; group < this.#touched.length; group++) {
      for (let rest = this.#touched[group] as number; rest !== 0; rest &= rest - 1) {
        const word = group * 32 + lowestBit(rest)
        for (let bits = words[word] as number; bits !== 0; bits &= bits - 1) into[count++] = word * 32 + lowestBit(bits)
        words[word] = 0
      }
      this.#touched[group] = 0
    }
    return count
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
