import { writeSync } from 'node:fs'
import { grown } from '../../engine/growing.ts'
import { sortRowsById } from '../../engine/rank.ts'
import { RunReader } from './run-reader.ts'

/** Size of the buffers that cards are collected in. */
const PIECE_BYTES = 32 * 1024 * 1024

/** Size of the stored pieces: a card that is read from the file costs one of them. */
export const STORED_BYTES = 64 * 1024

/** A piece that is in a file is read this many bytes at a time. */
const WINDOW_BYTES = 256 * 1024

/** A pile as plain data, which can be posted to another thread without copying. */
export interface CardPileParts {
  readonly pieces: readonly SharedArrayBuffer[]
  /** Holds the cards that are not in the pieces. */
  readonly file: number | undefined
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly count: number
  readonly bytes: number
}

/**
 * Cards in insertion order: in shared memory, or in a file, so that the memory does not grow with them. The file stays
 * the caller's. In the file each piece is in order of the keys that its cards were added with. Where that is nearly the
 * order of the rows, each piece is read from front to back, see `RunReader`.
 */
export class CardPile {
  readonly #file: number | undefined
  /**
   * Empty until the first card: most imports leave the searches of other nouns untouched. A piece that was moved to the
   * file is undefined.
   */
  readonly #pieces: (Buffer | undefined)[] = []
  /** For each card, its piece and its offset in that piece as one number: where it stands in the file. */
  #starts: Float64Array = new Float64Array(1024)
  #lengths: Uint32Array = new Uint32Array(1024)
  /** The keys of the cards in the last piece, and the number of the first of these cards. */
  #keys = new Float64Array(1024)
  #firstInPiece = 0
  #reader: RunReader | undefined
  #count = 0
  #used = 0
  #bytes = 0

  constructor(file?: number) {
    this.#file = file
  }

  add(card: string, key = 0): void {
    const piece = this.#roomFor(card.length * 3) // UTF-8 takes at most three bytes per UTF-16 code unit
    this.#added(piece.write(card, this.#used, 'utf8'), key)
  }

  static from(parts: CardPileParts): CardPile {
    const pile = new CardPile(parts.file)
    pile.#pieces.push(...parts.pieces.map((piece) => Buffer.from(piece)))
    pile.#starts = parts.starts
    pile.#lengths = parts.lengths
    pile.#count = parts.count
    pile.#bytes = parts.bytes
    return pile
  }

  /** No more cards can be added after this. */
  parts(): CardPileParts {
    this.#moveLast()
    const kept = this.#pieces.flatMap((piece) => piece ?? [])
    const pieces = kept.map(({ buffer }) => buffer as unknown as SharedArrayBuffer) // newPiece made it
    const [file, starts, lengths] = [this.#file, this.#starts, this.#lengths]
    return { pieces, file, starts, lengths, count: this.#count, bytes: this.#bytes }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns where each card starts when they are in row order; the last entry is the end of the last card. */
  startsInOrder(rowOf: Uint32Array): Float64Array {
    const starts = new Float64Array(this.#count + 1)
    rowOf.forEach((row, added) => {
      starts[row + 1] = this.#lengths[added] as number
    })
    for (let row = 1; row <= this.#count; row++) starts[row] = (starts[row] as number) + (starts[row - 1] as number)
    return starts
  }

  /** Yields the cards in row order, in pieces of at most STORED_BYTES; a card may continue in the next piece. */
  *inOrder(rowOf: Uint32Array): Generator<Buffer> {
    const addedOf = new Uint32Array(this.#count)
    rowOf.forEach((row, added) => {
      addedOf[row] = added
    })
    const piece = Buffer.allocUnsafeSlow(STORED_BYTES)
    let used = 0
    for (const added of addedOf) {
      let copied = this.#copy(added, 0, piece, used) // as much as fits
      used += copied
      while (used === STORED_BYTES) {
        yield piece
        used = this.#copy(added, copied, piece, 0)
        copied += used
      }
    }
    if (used > 0) yield piece.subarray(0, used)
  }

  #roomFor(longest: number): Buffer {
    if (this.#pieces.length === 0 || this.#used + longest > PIECE_BYTES) this.#nextPiece(longest)
    return this.#pieces[this.#pieces.length - 1] as Buffer // nextPiece made one
  }

  #added(length: number, key: number): void {
    if (this.#count === this.#starts.length) this.#grow()
    const inPiece = this.#count - this.#firstInPiece
    this.#keys = grown(this.#keys, inPiece + 1)
    this.#keys[inPiece] = key
    this.#starts[this.#count] = (this.#pieces.length - 1) * PIECE_BYTES + this.#used
    this.#lengths[this.#count] = length
    this.#count++
    this.#used += length
    this.#bytes += length
  }

  /** Copies as much of a card, after its first `from` bytes, as fits. Returns how much that was. */
  #copy(added: number, from: number, target: Buffer, at: number): number {
    const start = (this.#starts[added] as number) + from
    const length = Math.min((this.#lengths[added] as number) - from, target.length - at)
    const piece = this.#pieces[Math.floor(start / PIECE_BYTES)]
    if (piece !== undefined) return piece.copy(target, at, start % PIECE_BYTES, (start % PIECE_BYTES) + length)
    if (this.#file === undefined) return length
    this.#reader ??= new RunReader(this.#file, PIECE_BYTES, WINDOW_BYTES)
    return this.#reader.part(start, length).copy(target, at)
  }

  #nextPiece(longest: number): void {
    if (longest > PIECE_BYTES)
      throw new RangeError(`A card of ${longest} bytes does not fit a piece of ${PIECE_BYTES}.`)
    this.#pieces.push(this.#moveLast() ?? newPiece())
    this.#used = 0
  }

  /** Moves the last piece to the file, if there is one, and returns its memory. */
  #moveLast(): Buffer | undefined {
    const last = this.#pieces.length - 1
    const piece = this.#pieces[last]
    if (this.#file === undefined || piece === undefined) return undefined
    this.#writeInOrder(piece, this.#file, last * PIECE_BYTES)
    this.#pieces[last] = undefined
    return piece
  }

  #writeInOrder(piece: Buffer, file: number, begin: number): void {
    const inPiece = this.#count - this.#firstInPiece
    const gathered = Buffer.allocUnsafe(STORED_BYTES)
    let [used, written] = [0, begin]
    const flush = () => {
      writeAll(file, gathered.subarray(0, used), written)
      written += used
      used = 0
    }
    for (const place of sortRowsById(this.#keys.slice(0, inPiece))) {
      const card = this.#firstInPiece + place
      const from = (this.#starts[card] as number) - begin
      const end = from + (this.#lengths[card] as number)
      this.#starts[card] = written + used
      for (let at = from; at < end; ) {
        const copied = piece.copy(gathered, used, at, end)
        at += copied
        used += copied
        if (used === gathered.length) flush()
      }
    }
    flush()
    this.#firstInPiece = this.#count
  }

  #grow(): void {
    this.#starts = grown(this.#starts, this.#count + 1)
    this.#lengths = grown(this.#lengths, this.#count + 1)
  }
}

function newPiece(): Buffer {
  return Buffer.from(new SharedArrayBuffer(PIECE_BYTES))
}

export function writeAll(file: number, bytes: Buffer, start: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, start + done)
}
