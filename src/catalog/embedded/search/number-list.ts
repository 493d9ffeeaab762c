import { firstPlace } from '../../../kit/algorithms/sorted.ts'
import { allocate } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'
import { TextTally } from '../text-tally.ts'

/** A sorted list of listing numbers, which may contain letters, with the row of each listing. */
export interface NumberListArrays {
  /** All listing numbers as UTF-8, concatenated, in order of their bytes. Equal numbers are in order of row. */
  readonly text: Uint8Array
  /** The end of each listing number in `text`. */
  readonly ends: Uint32Array
  readonly rows: Uint32Array
}

/** Ignores letter case and surrounding blanks. An empty listing number is not stored, so it matches no record. */
function normalized(number: string): string {
  return number.trim().toLowerCase()
}

export class NumberListBuilder {
  readonly #numbers = new TextTally()
  /** For each listing number, the position of its record in insertion order. */
  #added: Uint32Array = new Uint32Array(1024)

  /** @param added The position of the number's record in insertion order. */
  add(number: string, added: number): void {
    const text = normalized(number)
    if (text === '') return
    this.#added = grown(this.#added, this.#numbers.count + 1)
    this.#added[this.#numbers.count] = added
    this.#numbers.add(text)
  }

  /** @param rowOf The row of each record. Records are in insertion order. */
  build(rowOf: Uint32Array): NumberListArrays {
    const numbers = this.#numbers
    const rowAt = (place: number) => rowOf[this.#added[place] as number] as number
    const sorted = Uint32Array.from({ length: numbers.count }, (_, place) => place)
    sorted.sort((one, other) => numbers.compare(one, other) || rowAt(one) - rowAt(other))
    const text = allocate('u8', numbers.bytes)
    const ends = allocate('u32', sorted.length)
    const rows = allocate('u32', sorted.length)
    const target = Buffer.from(text.buffer)
    let end = 0
    sorted.forEach((number, place) => {
      end += numbers.copy(number, target, end)
      ends[place] = end
      rows[place] = rowAt(number)
    })
    return { text, ends, rows }
  }
}

/** Finds rows by listing number. */
export class NumberList {
  readonly #arrays: NumberListArrays
  readonly #text: Buffer

  constructor(arrays: NumberListArrays) {
    this.#arrays = arrays
    const { buffer, byteOffset, byteLength } = arrays.text
    this.#text = Buffer.from(buffer, byteOffset, byteLength)
  }

  /** Returns the rows of records with this listing number, ascending. */
  rowsOf(number: string): number[] {
    const { rows } = this.#arrays
    const wanted = Buffer.from(normalized(number))
    const start = firstPlace(0, rows.length, (place) => this.#compare(place, wanted) >= 0)
    const end = firstPlace(start, rows.length, (place) => this.#compare(place, wanted) > 0)
    return Array.from(rows.subarray(start, end))
  }

  #compare(place: number, wanted: Buffer): number {
    const { ends } = this.#arrays
    return this.#text.compare(wanted, 0, wanted.length, place === 0 ? 0 : ends[place - 1], ends[place])
  }
}
