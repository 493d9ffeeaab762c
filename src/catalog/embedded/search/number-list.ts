import { allocate } from '../../../engine/column.ts'

/** A sorted list of numbers, which may contain letters, with the keys of their records. */
export interface NumberListArrays {
  /** All numbers, concatenated as UTF-8, in byte order and then in order of key. */
  readonly text: Uint8Array
  /** End of each number in `text`. */
  readonly ends: Uint32Array
  readonly keys: Float64Array
}

/** Ignores letter case and surrounding blanks. An empty result is never stored, so no record has it. */
function normalised(number: string): string {
  return number.trim().toLowerCase()
}

export class NumberListBuilder {
  readonly #entries: { readonly bytes: Buffer; readonly key: number }[] = []

  add(number: string, key: number): void {
    const bytes = Buffer.from(normalised(number))
    if (bytes.length > 0) this.#entries.push({ bytes, key })
  }

  build(): NumberListArrays {
    const entries = this.#entries.sort((one, other) => one.bytes.compare(other.bytes) || one.key - other.key)
    const text = allocate(
      'u8',
      entries.reduce((sum, { bytes }) => sum + bytes.length, 0),
    )
    const ends = allocate('u32', entries.length)
    const keys = allocate('f64', entries.length)
    let end = 0
    entries.forEach(({ bytes, key }, place) => {
      text.set(bytes, end)
      end += bytes.length
      ends[place] = end
      keys[place] = key
    })
    return { text, ends, keys }
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

  /** Keys of the records with this number, ascending. */
  keysOf(number: string): number[] {
    const { keys } = this.#arrays
    const wanted = Buffer.from(normalised(number))
    let [low, high] = [0, keys.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, wanted) < 0) low = middle + 1
      else high = middle
    }
    let end = low
    while (end < keys.length && this.#compare(end, wanted) === 0) end++
    return Array.from(keys.subarray(low, end))
  }

  #compare(place: number, wanted: Buffer): number {
    const { ends } = this.#arrays
    return this.#text.compare(wanted, 0, wanted.length, place === 0 ? 0 : ends[place - 1], ends[place])
  }
}
