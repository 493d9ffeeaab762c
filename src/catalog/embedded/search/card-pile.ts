import { grown } from '../../engine/growing.ts'
import { FACTS_END } from '../../ports/cards.ts'
import { CardPacker } from './card-packer.ts'
import { ARRAY_PIECE_BYTES, filledPieces } from './pieces.ts'

/** Size of the buffers in which packed search results are collected. */
const PIECE_BYTES = 4 * 1024 * 1024

/** Collected search results as plain data, which can be posted to another thread without copying. */
export interface CardPileParts {
  /** The dictionary of the packed results. */
  readonly dictionary: Uint8Array
  readonly pieces: readonly SharedArrayBuffer[]
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly count: number
}

/**
 * Search results (JSON) in insertion order, in shared memory. A result's facts (see `Dating`) stay as they are; the rest
 * is packed.
 */
export class CardPile {
  /** Empty until the first result is added: an import usually changes the searches of only one record type. */
  readonly #pieces: Buffer[] = []
  /** For each result, its buffer and its offset there, as one number. */
  #starts: Float64Array = new Float64Array(1024)
  #lengths: Uint32Array = new Uint32Array(1024)
  #count = 0
  #used = 0
  #packer = new CardPacker()

  add(card: string): void {
    const restAt = card.indexOf(FACTS_END) + FACTS_END.length
    const packed = this.#packer.pack(card.slice(restAt))
    const length = restAt + packed.length // the facts are ASCII
    const piece = this.#roomFor(length)
    piece.write(card.slice(0, restAt), this.#used, 'latin1')
    packed.copy(piece, this.#used + restAt)
    this.#starts = grown(this.#starts, this.#count + 1)
    this.#lengths = grown(this.#lengths, this.#count + 1)
    this.#starts[this.#count] = (this.#pieces.length - 1) * PIECE_BYTES + this.#used
    this.#lengths[this.#count] = length
    this.#count++
    this.#used += length
  }

  static from({ dictionary, pieces, starts, lengths, count }: CardPileParts): CardPile {
    const pile = new CardPile()
    pile.#packer = new CardPacker(dictionary)
    pile.#pieces.push(...pieces.map((piece) => Buffer.from(piece)))
    pile.#starts = starts
    pile.#lengths = lengths
    pile.#count = count
    return pile
  }

  /** Returns the collected results as plain data. No results may be added after this call. */
  parts(): CardPileParts {
    const pieces = this.#pieces.map(({ buffer }) => buffer as unknown as SharedArrayBuffer) // `#roomFor` makes them shared
    const { dictionary } = this
    return { dictionary, pieces, starts: this.#starts, lengths: this.#lengths, count: this.#count }
  }

  get dictionary(): Uint8Array {
    return this.#packer.dictionary
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
   * Yields the results in the order of rows, in pieces of at most ARRAY_PIECE_BYTES. A result may continue in the next
   * piece.
   */
  *inOrder(rowOf: Uint32Array): Generator<Buffer> {
    const addedOf = new Uint32Array(this.#count)
    rowOf.forEach((row, added) => {
      addedOf[row] = added
    })
    yield* filledPieces(addedOf, (card, target, at, from) => this.#copy(card, target, at, from), ARRAY_PIECE_BYTES)
  }

  #roomFor(bytes: number): Buffer {
    if (bytes > PIECE_BYTES) throw new RangeError(`A card of ${bytes} bytes does not fit a piece of ${PIECE_BYTES}.`)
    if (this.#pieces.length === 0 || this.#used + bytes > PIECE_BYTES) {
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
