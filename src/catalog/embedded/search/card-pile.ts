/** Cards are gathered in pieces of this size. */
const PIECE_BYTES = 32 * 1024 * 1024

/** Cards are stored in pieces of this size: the system gives memory for larger ones afresh each time, page by page. */
export const STORED_BYTES = 2 * 1024 * 1024

/** What a pile consists of: plain data that can be sent to another thread without being copied. */
export interface CardPileParts {
  readonly pieces: readonly SharedArrayBuffer[]
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly count: number
  readonly bytes: number
}

/** Cards one after another in shared memory, in the order in which they were added. */
export class CardPile {
  /** None before the first card: most imports leave the searches of the other nouns as they are. */
  readonly #pieces: Buffer[] = []
  /** For each card, piece and place within it as one number. */
  #starts: Float64Array = new Float64Array(1024)
  #lengths: Uint32Array = new Uint32Array(1024)
  #count = 0
  #used = 0
  #bytes = 0

  add(card: string): void {
    const longest = card.length * 3 // UTF-8 takes at most three bytes for each unit of a string
    if (this.#pieces.length === 0 || this.#used + longest > PIECE_BYTES) this.#nextPiece(longest)
    if (this.#count === this.#starts.length) this.#grow()
    const piece = this.#pieces.length - 1
    const length = (this.#pieces[piece] as Buffer).write(card, this.#used, 'utf8') // there is one by now
    this.#starts[this.#count] = piece * PIECE_BYTES + this.#used
    this.#lengths[this.#count] = length
    this.#count++
    this.#used += length
    this.#bytes += length
  }

  static from(parts: CardPileParts): CardPile {
    const pile = new CardPile()
    pile.#pieces.push(...parts.pieces.map((piece) => Buffer.from(piece)))
    pile.#starts = parts.starts
    pile.#lengths = parts.lengths
    pile.#count = parts.count
    pile.#bytes = parts.bytes
    return pile
  }

  parts(): CardPileParts {
    const pieces = this.#pieces.map((piece) => piece.buffer as unknown as SharedArrayBuffer) // newPiece made it
    return { pieces, starts: this.#starts, lengths: this.#lengths, count: this.#count, bytes: this.#bytes }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Where each card begins when they lie in the order of `rowOf`, and, last, where all of them end. */
  startsInOrder(rowOf: Uint32Array): Float64Array {
    const starts = new Float64Array(this.#count + 1)
    rowOf.forEach((row, added) => {
      starts[row + 1] = this.#lengths[added] as number
    })
    for (let row = 1; row <= this.#count; row++) starts[row] = (starts[row] as number) + (starts[row - 1] as number)
    return starts
  }

  /** The cards in the order of rows, in pieces of at most STORED_BYTES that end wherever they are full. */
  *inOrder(rowOf: Uint32Array): Generator<Uint8Array> {
    const addedOf = new Uint32Array(this.#count)
    rowOf.forEach((row, added) => {
      addedOf[row] = added
    })
    const piece = Buffer.allocUnsafeSlow(STORED_BYTES)
    let used = 0
    for (const added of addedOf) {
      const card = this.#cardOf(added)
      let copied = card.copy(piece, used) // as much as there is room for
      used += copied
      while (used === STORED_BYTES) {
        yield piece
        used = card.copy(piece, 0, copied)
        copied += used
      }
    }
    if (used > 0) yield piece.subarray(0, used)
  }

  #cardOf(added: number): Buffer {
    const start = this.#starts[added] as number
    const piece = this.#pieces[Math.floor(start / PIECE_BYTES)] as Buffer
    const at = start % PIECE_BYTES
    return piece.subarray(at, at + (this.#lengths[added] as number))
  }

  #nextPiece(longest: number): void {
    if (longest > PIECE_BYTES)
      throw new RangeError(`A card of ${longest} bytes does not fit a piece of ${PIECE_BYTES}.`)
    this.#pieces.push(newPiece())
    this.#used = 0
  }

  #grow(): void {
    const starts = new Float64Array(this.#starts.length * 2)
    starts.set(this.#starts)
    this.#starts = starts
    const lengths = new Uint32Array(this.#lengths.length * 2)
    lengths.set(this.#lengths)
    this.#lengths = lengths
  }
}

function newPiece(): Buffer {
  return Buffer.from(new SharedArrayBuffer(PIECE_BYTES))
}
