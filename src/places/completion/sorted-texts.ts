import { atOnce, each, type SlicedWork } from '../../kit/threads/slices.ts'

/** Sorted strings in shared memory, which threads read without copying. */
export interface TextArrays {
  /** The UTF-16 code units of all strings, one string after another. */
  readonly codes: Uint16Array
  /** The start of each string in `codes`, then the end of the last string. */
  readonly starts: Uint32Array
}

/** Strings sorted by their UTF-16 code units, which is JavaScript's order. A string may occur several times. */
export class SortedTexts {
  readonly length: number
  readonly #codes: Uint16Array
  readonly #starts: Uint32Array

  constructor({ codes, starts }: TextArrays) {
    this.length = starts.length - 1
    this.#codes = codes
    this.#starts = starts
  }

  /** Index of the first string that sorts at or after `text`, or `high`. Starts at `low`. */
  firstNotBelow(text: string, low = 0, high = this.length): number {
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#isBelow(middle, text)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Index after the last string that starts with `beginning`. `start` is the index of the first such string. */
  endOf(beginning: string, start: number, high = this.length): number {
    return this.firstNotBelow(`${beginning}\uffff`, start, high)
  }

  startsWith(index: number, beginning: string): boolean {
    const start = this.#startOf(index)
    if (this.#startOf(index + 1) - start < beginning.length) return false
    for (let at = 0; at < beginning.length; at++) if (this.#codes[start + at] !== beginning.charCodeAt(at)) return false
    return true
  }

  isSame(index: number, text: string): boolean {
    return this.lengthOf(index) === text.length && this.startsWith(index, text)
  }

  lengthOf(index: number): number {
    return this.#startOf(index + 1) - this.#startOf(index)
  }

  /** The letter at a position of a string. Empty after the end of the string. */
  letterAt(index: number, at: number): string {
    return at < this.lengthOf(index) ? String.fromCharCode(this.#codes[this.#startOf(index) + at] ?? 0) : ''
  }

  at(index: number): string {
    return String.fromCharCode(...this.#codes.subarray(this.#startOf(index), this.#startOf(index + 1)))
  }

  #isBelow(index: number, text: string): boolean {
    const start = this.#startOf(index)
    const length = this.#startOf(index + 1) - start
    const shared = Math.min(length, text.length)
    for (let at = 0; at < shared; at++) {
      const difference = (this.#codes[start + at] ?? 0) - text.charCodeAt(at)
      if (difference !== 0) return difference < 0
    }
    return length < text.length
  }

  #startOf(index: number): number {
    return this.#starts[index] ?? 0
  }
}

/** @param sorted In JavaScript's sort order. */
export function textArrays(sorted: readonly string[]): TextArrays {
  return atOnce(slicedTextArrays(sorted))
}

export function* slicedTextArrays(sorted: readonly string[]): SlicedWork<TextArrays> {
  let length = 0
  yield* each(sorted, (text) => {
    length += text.length
  })
  const codes = new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT))
  const starts = new Uint32Array(new SharedArrayBuffer((sorted.length + 1) * Uint32Array.BYTES_PER_ELEMENT))
  let end = 0
  yield* each(sorted, (text, index) => {
    for (let at = 0; at < text.length; at++) codes[end++] = text.charCodeAt(at)
    starts[index + 1] = end
  })
  return { codes, starts }
}
