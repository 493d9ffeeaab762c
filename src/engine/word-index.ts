import { BitmapReader, bitmapLength } from './words/bitmap.ts'
import { PackedListReader } from './words/packed-list.ts'
import { PhraseReader, phraseBytes, type SequenceArrays } from './words/sequences.ts'

export { normaliseText } from './words/normalise.ts'

export interface WordArrays extends SequenceArrays {
  /** All words in UTF-8, one after the other, in the order of their bytes. */
  readonly text: Uint8Array
  /** Where each word ends in `text`. */
  readonly textEnds: Uint32Array
  /** Where the rows of each word start in `lists`; with IN_BITMAPS, where in `bitmaps`. */
  readonly listStarts: Uint32Array
  readonly lists: Uint8Array
  /** Rows of the words that more than one row in 16 has. */
  readonly bitmaps: Uint32Array
  /** The number that stands for each word in `sequences`. */
  readonly numbers: Uint32Array
}

/** Set in a list's start: 2 GiB of lists are the limit. */
export const IN_BITMAPS = 0x8000_0000

/** A word in more than one row of so many takes a bit in every row instead of a byte in each of its own. */
export const BITMAP_FROM = 16

/** The rows that have a word. To be read once, from the first row to the last. */
export interface WordReader {
  readonly count: number
  /** Writes all rows, ascending, to `into`, which has room for `count`. */
  unpack(into: Uint32Array): number
  /** As `Filter.keep`. */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number
}

const utf8 = new TextEncoder()

/** Which rows have a word. */
export class WordIndex {
  readonly arrays: WordArrays
  readonly #rowCount: number

  constructor(arrays: WordArrays, rowCount: number) {
    this.arrays = arrays
    this.#rowCount = rowCount
  }

  get words(): number {
    return this.arrays.textEnds.length
  }

  /** Undefined when no row has the word. The word is taken as it is: normalise it as the indexed text was. */
  read(word: string): WordReader | undefined {
    const found = this.#find(utf8.encode(word))
    if (found === -1) return undefined
    const start = this.arrays.listStarts[found] as number
    return start >= IN_BITMAPS
      ? new BitmapReader(this.arrays.bitmaps, (start - IN_BITMAPS) * bitmapLength(this.#rowCount), this.#rowCount)
      : new PackedListReader(this.arrays.lists, start)
  }

  /** Finds the rows that have these words one after the other; undefined where no row has one of them. */
  phrase(words: readonly string[]): PhraseReader | undefined {
    const places = words.map((word) => this.#find(utf8.encode(word)))
    if (places.includes(-1)) return undefined
    const bytes = phraseBytes(places.map((place) => this.arrays.numbers[place] as number))
    return new PhraseReader(this.arrays, bytes)
  }

  #find(word: Uint8Array): number {
    let low = 0
    let high = this.words - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const order = this.#compare(middle, word)
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** Below 0 when the index's word comes before the other. */
  #compare(index: number, word: Uint8Array): number {
    const { text, textEnds } = this.arrays
    const start = index === 0 ? 0 : (textEnds[index - 1] as number)
    const length = (textEnds[index] as number) - start
    for (let i = 0; i < length && i < word.length; i++) {
      const difference = (text[start + i] as number) - (word[i] as number)
      if (difference !== 0) return difference
    }
    return length - word.length
  }
}
