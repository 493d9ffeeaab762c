import { grown } from '../../engine/growing.ts'
import { filledPieces, STORED_BYTES } from './pieces.ts'

/** Size of the buffers in which search results (JSON) are collected. */
const PIECE_BYTES = 32 * 1024 * 1024

/** Collected search results (JSON) as plain data, which can be posted to another thread without copying. */
export interface CardPileParts {
  readonly pieces: readonly SharedArrayBuffer[]
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly count: number
  readonly bytes: number
}

/** Search results (JSON) in insertion order, in shared memory. */
export class CardPile {
  /** Empty until the first result is added: an import usually changes the searches of only one record type. */
  readonly #pieces: Buffer[] = []
  /** For each result, its buffer and its offset there, as one number. */
  #starts: Float64Array = new Float64Array(1024)
  #lengths: Uint32Array = new Uint32Array(1024)
  #count = 0
  #used = 0
  #bytes = 0

  add(card: string): void {
    const piece = this.#roomFor(card.length * 3) // UTF-8 takes at most three bytes per UTF-16 code unit
    const length = piece.write(card, this.#used, 'utf8')
    this.#starts = grown(this.#starts, this.#count + 1)
    this.#lengths = grown(this.#lengths, this.#count + 1)
    this.#starts[this.#count] = (this.#pieces.length - 1) * PIECE_BYTES + this.#used
    this.#lengths[this.#count] = length
    this.#count++
    this.#used += length
    this.#bytes += length
  }

  static from({ pieces, starts, lengths, count, bytes }: CardPileParts): CardPile {
    const pile = new CardPile()
    pile.#pieces.push(...pieces.map((piece) => Buffer.from(piece)))
    pile.#starts = starts
    pile.#lengths = lengths
    pile.#count = count
    pile.#bytes = bytes
    return pile
  }

  /** Returns the collected results as plain data. No results may be added after this call. */
  parts(): CardPileParts {
    const pieces = this.#pieces.map(({ buffer }) => buffer as unknown as SharedArrayBuffer) // `#roomFor` makes them shared
    return { pieces, starts: this.#starts, lengths: this.#lengths, count: this.#count, bytes: this.#bytes }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns the byte offset of each result in the order of rows, followed by the end of the last result. */
  startsInOrder(rowOf: Uint32Array): Float64Array {
    const starts = new Float64Array(this.#count + 1)
    rowOf.forEach((row, added) => {
      starts[row + 1] = this.#lengths[added] as number
    })
    for (let row = 1; row <= this.#count; row++) starts[row] = (starts[row] as number) + (starts[row - 1] as number)
    return starts
  }

  /**
   * Yields the results in the order of rows, in pieces of at most STORED_BYTES. A result may continue in the next
   * piece.
   */
  *inOrder(rowOf: Uint32Array): Generator<Buffer> {
    const addedOf = new Uint32Array(this.#count)
    rowOf.forEach((row, added) => {
      addedOf[row] = added
    })
    yield* filledPieces(addedOf, (card, target, at, from) => this.#copy(card, target, at, from), STORED_BYTES)
  }

  #roomFor(longest: number): Buffer {
    if (longest > PIECE_BYTES)
      throw new RangeError(`A card of ${longest} bytes does not fit a piece of ${PIECE_BYTES}.`)
    if (this.#pieces.length === 0 || this.#used + longest > PIECE_BYTES) {
      this.#pieces.push(Buffer.from(new SharedArrayBuffer(PIECE_BYTES)))
      this.#used = 0
    }
    return this.#pieces[this.#pieces.length - 1] as Buffer // never empty, see the line above
  }

  /** Copies as much of a result as fits, starting at its byte `from`. Returns the number of copied bytes. */
  #copy(added: number, target: Buffer, at: number, from: number): number {
    const start = ((this.#starts[added] as number) % PIECE_BYTES) + from
    const end = start + (this.#lengths[added] as number) - from
    const piece = this.#pieces[Math.floor((this.#starts[added] as number) / PIECE_BYTES)] as Buffer // `add` put the result into this buffer
    return piece.copy(target, at, start, end)
  }
}
