import { allocate } from '../../engine/column.ts'

/** A sorted list of numbers, which may contain letters, with the rows of their records. */
export interface NumberListArrays {
  /** All numbers, concatenated as UTF-8, in byte order and then in order of row. */
  readonly text: Uint8Array
  /** End of each number in `text`. */
  readonly ends: Uint32Array
  readonly rows: Uint32Array
}

/** Ignores letter case and surrounding blanks. An empty result is never stored, so no record has it. */
function normalised(number: string): string {
  return number.trim().toLowerCase()
}

export class NumberListBuilder {
  readonly #entries: { readonly bytes: Buffer; readonly added: number }[] = []

  /** `added`: how many records came before the number's own. */
  add(number: string, added: number): void {
    const bytes = Buffer.from(normalised(number))
    if (bytes.length > 0) this.#entries.push({ bytes, added })
  }

  /** `rowOf`: the row of each record, in the order in which they came. */
  build(rowOf: Uint32Array): NumberListArrays {
    const entries = this.#entries
      .map(({ bytes, added }) => ({ bytes, row: rowOf[added] as number }))
      .sort((one, other) => one.bytes.compare(other.bytes) || one.row - other.row)
    const text = allocate(
      'u8',
      entries.reduce((sum, { bytes }) => sum + bytes.length, 0),
    )
    const ends = allocate('u32', entries.length)
    const rows = allocate('u32', entries.length)
    let end = 0
    entries.forEach(({ bytes, row }, place) => {
      text.set(bytes, end)
      end += bytes.length
      ends[place] = end
      rows[place] = row
    })
    return { text, ends, rows }
  }
}

/** Looks up numbers. */
export class NumberList {
  readonly #arrays: NumberListArrays
  readonly #text: Buffer

  constructor(arrays: NumberListArrays) {
    this.#arrays = arrays
    const { buffer, byteOffset, byteLength } = arrays.text
    this.#text = Buffer.from(buffer, byteOffset, byteLength)
  }

  /** Rows of the records with this number, ascending. */
  rowsOf(number: string): number[] {
    const { rows } = this.#arrays
    const wanted = Buffer.from(normalised(number))
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, wanted) < 0) low = middle + 1
      else high = middle
    }
    let end = low
    while (end < rows.length && this.#compare(end, wanted) === 0) end++
    return Array.from(rows.subarray(low, end))
  }

  #compare(place: number, wanted: Buffer): number {
    const { ends } = this.#arrays
    return this.#text.compare(wanted, 0, wanted.length, place === 0 ? 0 : ends[place - 1], ends[place])
  }
}
