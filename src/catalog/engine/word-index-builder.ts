import { allocate } from './column.ts'
import { grown } from './growing.ts'
import { RowSet } from './row-set.ts'
import { BITMAP_FROM, IN_BITMAPS, WordIndex } from './word-index.ts'
import { bitmapLength, setRow } from './words/bitmap.ts'
import { FIRST_HASH, hashWith, WordDictionary } from './words/dictionary.ts'
import { packedSize, packList, READ_BEYOND } from './words/packed-list.ts'
import { PostingArena } from './words/posting-arena.ts'
import { TextSequences } from './words/sequences.ts'

/** Values of FOLDED for bytes outside of words. PARTS ends a word; JOINS is skipped, as in `O'Hare` → `ohare`. */
const PARTS = 0
const JOINS = 1

/** Separates the texts of a row. Phrases do not match across texts. */
export const BETWEEN_TEXTS = '\0'
const BETWEEN_TEXTS_BYTE = 0

/** The lower-case form of each byte, or PARTS or JOINS. Bytes from 0x80 up belong to non-ASCII letters. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => folded(byte))

function folded(byte: number): number {
  if (byte >= 0x80) return byte
  const character = String.fromCharCode(byte)
  if (character === "'") return JOINS
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : PARTS
}

/** Longer lists are sorted with a bitmap, shorter lists by comparison. */
const SORTED_LISTS_MAX = 512

const BLANK = 0x20

const utf8 = new TextEncoder()

/** Collects the words of each row's texts, and lists the rows of each word. */
export class WordIndexBuilder {
  readonly #normalize: (text: string) => string
  readonly #dictionary = new WordDictionary()
  readonly #arena = new PostingArena()
  readonly #sequences = new TextSequences()
  #bytes = new Uint8Array(1 << 12)

  /**
   * ASCII texts are split at all characters except letters, digits and apostrophes; apostrophes are dropped. For other
   * texts, `normalize` returns words separated by single blanks. Searches must normalize words in the same way.
   */
  constructor(normalize: (text: string) => string) {
    this.#normalize = normalize
  }

  /** Adds the next row. BETWEEN_TEXTS separates its texts. */
  add(row: number, text: string): void {
    const length = this.#encode(text)
    const isAscii = length === text.length
    this.#sequences.begin(row)
    this.#addWords(row, isAscii ? length : this.#encode(this.#normalizeEach(text)))
  }

  #normalizeEach(text: string): string {
    return text.split(BETWEEN_TEXTS).map(this.#normalize).join(BETWEEN_TEXTS)
  }

  /** Writes a text to `#bytes` and returns its length in bytes. */
  #encode(text: string): number {
    this.#bytes = grown(this.#bytes, text.length * 3 + 1) // one more byte to end the last word
    return utf8.encodeInto(text, this.#bytes).written
  }

  /** Normalizes the bytes in place and adds each word at its end. Words never become longer. */
  #addWords(row: number, length: number): void {
    const bytes = this.#bytes
    bytes[length] = BLANK
    let start = 0
    let end = 0
    let hash = FIRST_HASH
    for (let i = 0; i <= length; i++) {
      const byte = FOLDED[bytes[i] as number] as number
      if (byte > JOINS) {
        bytes[end++] = byte
        hash = hashWith(hash, byte)
      } else if (byte === PARTS) {
        if (end > start) this.#addWord(row, this.#dictionary.numberOf(bytes, start, end, hash))
        if (bytes[i] === BETWEEN_TEXTS_BYTE) this.#sequences.part()
        start = end
        hash = FIRST_HASH
      }
    }
  }

  #addWord(row: number, number: number): void {
    this.#arena.add(number, row)
    this.#sequences.add(number)
  }

  /** @param rowOf The final row of each added row. Absent if rows keep their numbers. */
  build(rowCount: number, rowOf?: Uint32Array): WordIndex {
    const { text, textEnds, numbers } = this.#dictionary.sorted()
    const writer = new ListWriter(rowCount, this.#bitmapsNeeded(rowCount))
    const rows = new Uint32Array(rowCount)
    const set = new RowSet(rowCount)
    const listStarts = allocate('u32', numbers.length)
    numbers.forEach((number, place) => {
      const count = this.#arena.countOf(number)
      this.#arena.read(number, rows)
      if (rowOf) renumber(rows, count, rowOf, set)
      listStarts[place] = writer.write(rows, count)
    })
    const lists = writer.lists()
    const sequences = this.#sequences.build(rowCount, rowOf)
    return new WordIndex(
      { text, textEnds, listStarts, lists, bitmaps: writer.bitmaps, numbers, ...sequences },
      rowCount,
    )
  }

  #bitmapsNeeded(rowCount: number): number {
    let needed = 0
    for (let number = 0; number < this.#dictionary.count; number++) {
      needed += +isCommon(this.#arena.countOf(number), rowCount)
    }
    return needed
  }
}

function isCommon(count: number, rowCount: number): boolean {
  return count * BITMAP_FROM > rowCount
}

function renumber(rows: Uint32Array, count: number, rowOf: Uint32Array, set: RowSet): void {
  for (let i = 0; i < count; i++) rows[i] = rowOf[rows[i] as number] as number
  if (count <= SORTED_LISTS_MAX) {
    rows.subarray(0, count).sort()
    return
  }
  set.add(rows, 0, count)
  set.drain(rows)
}

/** Stores lists of rows, either packed or as bitmaps. */
class ListWriter {
  readonly bitmaps: Uint32Array
  readonly #rowCount: number
  #bitmapCount = 0
  #bytes = new Uint8Array(1 << 16)
  #used = 0

  constructor(rowCount: number, bitmapCount: number) {
    this.#rowCount = rowCount
    this.bitmaps = allocate('u32', bitmapCount * bitmapLength(rowCount))
  }

  /** Stores a list and returns its start, as in `WordArrays.listStarts`. */
  write(rows: Uint32Array, count: number): number {
    if (isCommon(count, this.#rowCount)) {
      const position = this.#bitmapCount * bitmapLength(this.#rowCount)
      for (let i = 0; i < count; i++) setRow(this.bitmaps, position, rows[i] as number)
      return IN_BITMAPS + this.#bitmapCount++
    }
    const start = this.#used
    this.#bytes = grown(this.#bytes, start + packedSize(count))
    this.#used = packList(rows, 0, count, this.#bytes, start)
    if (this.#used >= IN_BITMAPS)
      throw new RangeError('The text is too large for one index: an index must not exceed 2 GiB.')
    return start
  }

  lists(): Uint8Array {
    const lists = allocate('u8', this.#used + READ_BEYOND)
    lists.set(this.#bytes.subarray(0, this.#used))
    return lists
  }
}
