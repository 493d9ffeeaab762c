import { firstPlace } from '../../kit/algorithms/sorted.ts'
import { BitmapReader, bitmapLength } from './words/bitmap.ts'
import { PackedListReader } from './words/packed-list.ts'
import { PhraseReader, phraseBytes, type SequenceArrays } from './words/sequences.ts'

export interface WordArrays extends SequenceArrays {
  /** All words, concatenated as UTF-8, in byte order. */
  readonly text: Uint8Array
  /** End of each word in `text`. */
  readonly textEnds: Uint32Array
  /** Where each word's rows start in `lists`. If IN_BITMAPS is set, they are in `bitmaps`. */
  readonly listStarts: Uint32Array
  readonly lists: Uint8Array
  /** Rows of words that occur in more than one row in 16. */
  readonly bitmaps: Uint32Array
  /** The number that represents each word in `sequences`. */
  readonly numbers: Uint32Array
}

/** Flag in the start of a list: the list is a bitmap. Because of the flag, lists must stay below 2 GiB. */
export const IN_BITMAPS = 0x8000_0000

/** The rows of a word in more than one row in 16 are a bitmap, which takes at most two bytes per listed row. */
export const BITMAP_FROM = 16

/** Reads the rows that contain a word, once, from first to last. */
interface WordReader {
  readonly count: number
  /** Writes all rows, ascending, to `into`, which must have room for `count`. */
  unpack(into: Uint32Array): number
  /** See `Filter.keep`. */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number
}

const utf8 = new TextEncoder()

/** Finds the rows that contain a word or a phrase. */
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

  /**
   * Returns the rows of a word, or undefined if no row contains the word. The word must be normalized like the indexed
   * text.
   */
  read(word: string): WordReader | undefined {
    const index = this.#find(utf8.encode(word))
    if (index === -1) return undefined
    const start = this.arrays.listStarts[index] as number
    return start >= IN_BITMAPS
      ? new BitmapReader(this.arrays.bitmaps, (start - IN_BITMAPS) * bitmapLength(this.#rowCount), this.#rowCount)
      : new PackedListReader(this.arrays.lists, start)
  }

  /** Finds rows with these words in sequence. Undefined if one of the words is in no row. */
  phrase(words: readonly string[]): PhraseReader | undefined {
    const places = words.map((word) => this.#find(utf8.encode(word)))
    if (places.includes(-1)) return undefined
    const bytes = phraseBytes(places.map((place) => this.arrays.numbers[place] as number))
    return new PhraseReader(this.arrays, bytes)
  }

  #find(word: Uint8Array): number {
    const index = firstPlace(0, this.words, (place) => this.#compare(place, word) >= 0)
    return index < this.words && this.#compare(index, word) === 0 ? index : -1
  }

  /** Returns a negative number if the indexed word sorts before `word`. */
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
