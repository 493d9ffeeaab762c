import { allocate } from '../column.ts'
import { grown } from '../growing.ts'

/** Set if more bytes of the number follow. Numbers are varints: 7 bits per byte, highest first. */
const MORE = 0x80

/** Separates the texts of a row. Words are stored as their number plus one, so 0 is free. */
const BETWEEN = 0

/** A number below 2^32 takes at most this many bytes. */
const MAX_NUMBER_BYTES = 5

export interface SequenceArrays {
  /** The words of all rows in text order, row by row. A word takes about 1.5 bytes. */
  readonly sequences: Uint8Array
  /** Where each row's words start. The last entry is the end of all words. */
  readonly sequenceStarts: Uint32Array
}

/** Collects the words of each row in text order. */
export class TextSequences {
  #bytes = new Uint8Array(1 << 16)
  #used = 0
  #starts = new Float64Array(1024)
  #rows = 0

  /** Starts a row, to which the next words belong. Rows that are never started have no words. */
  begin(row: number): void {
    this.#starts = grown(this.#starts, row + 2)
    while (this.#rows <= row) this.#starts[this.#rows++] = this.#used
  }

  add(word: number): void {
    this.#bytes = grown(this.#bytes, this.#used + MAX_NUMBER_BYTES)
    this.#used = writeWord(word, this.#bytes, this.#used)
  }

  part(): void {
    this.#bytes = grown(this.#bytes, this.#used + 1)
    this.#bytes[this.#used++] = BETWEEN
  }

  /** @param rowOf The final row of each added row. Absent if rows keep their numbers. */
  build(rowCount: number, rowOf?: Uint32Array): SequenceArrays {
    if (this.#used > 0xffff_ffff)
      throw new RangeError('The text is too large for one index: its words must have at most 4 GiB.')
    const addedOf = new Uint32Array(rowCount)
    for (let added = 0; added < rowCount; added++) addedOf[rowOf?.[added] ?? added] = added
    const sequences = allocate('u8', this.#used)
    const sequenceStarts = allocate('u32', rowCount + 1)
    let at = 0
    addedOf.forEach((added, row) => {
      const [start, end] = [this.#startOf(added), this.#startOf(added + 1)]
      sequences.set(this.#bytes.subarray(start, end), at)
      at += end - start
      sequenceStarts[row + 1] = at
    })
    return { sequences, sequenceStarts }
  }

  #startOf(added: number): number {
    return added < this.#rows ? (this.#starts[added] as number) : this.#used
  }
}

function writeWord(word: number, into: Uint8Array, at: number): number {
  const number = word + 1
  let next = at
  for (let shift = 28; shift > 0; shift -= 7) {
    if (number >= 2 ** shift) into[next++] = MORE | ((number >>> shift) & 0x7f)
  }
  into[next++] = number & 0x7f
  return next
}

/** Searches the words of rows for a phrase. */
export class PhraseReader {
  readonly #arrays: SequenceArrays
  readonly #phrase: Uint8Array

  /** @param phrase The result of `phraseBytes`. */
  constructor(arrays: SequenceArrays, phrase: Uint8Array) {
    this.#arrays = arrays
    this.#phrase = phrase
  }

  /** See `Filter.keep`. Rows may be in any order. */
  keep(rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const { sequences, sequenceStarts } = this.#arrays
    const phrase = this.#phrase
    let next = at
    for (let i = start; i < end; i++) {
      const row = rows[i] as number
      const from = sequenceStarts[row] as number
      into[next] = row
      next += +holdsPhrase(sequences, from, sequenceStarts[row + 1] as number, phrase)
    }
    return next
  }
}

export function phraseBytes(words: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(words.length * MAX_NUMBER_BYTES)
  return bytes.slice(
    0,
    words.reduce((at, word) => writeWord(word, bytes, at), 0),
  )
}

/** Whether the words of a row, `bytes[start]` … `bytes[end - 1]`, contain a phrase. */
function holdsPhrase(bytes: Uint8Array, start: number, end: number, phrase: Uint8Array): boolean {
  const first = phrase[0] as number
  const last = end - phrase.length
  for (let at = start; at <= last; at++) {
    if (bytes[at] !== first) continue
    let length = 1
    while (length < phrase.length && bytes[at + length] === phrase[length]) length++
    if (length === phrase.length && (at === start || (bytes[at - 1] as number) < MORE)) return true
  }
  return false
}
