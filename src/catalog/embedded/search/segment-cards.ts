import type { CardWords } from '../../facts/card-words.ts'
import type { Dating } from '../../ports/cards.ts'
import { CardFile } from './card-file.ts'
import { bufferOf } from './pieces.ts'
import type { OpenSegment } from './stored.ts'

/** Turns stored cards into cards of an answer. */
export interface CardUse {
  readonly dating: Dating
  readonly words: CardWords
  /** Reads a piece of a segment's cards from the file, see `CardFile`. */
  readonly pieceAt: (segment: Pick<OpenSegment, 'name'>, number: number) => Uint8Array
}

/** The cards of a segment's records, by row. */
export class SegmentCards {
  readonly #first: number
  readonly #starts: Float64Array
  readonly #use: CardUse
  /** Undefined while the cards are only in the file. */
  readonly #cards: Buffer | undefined
  readonly #file: CardFile

  /** `first`: the number of the segment's first row. */
  constructor(open: OpenSegment, first: number, use: CardUse) {
    this.#first = first
    this.#starts = open.cardStarts
    this.#use = use
    this.#cards = open.cards && bufferOf(open.cards)
    this.#file = new CardFile((number) => use.pieceAt(open, number))
  }

  get isInMemory(): boolean {
    return this.#cards !== undefined
  }

  /** Number of pieces read from the file so far. */
  get reads(): number {
    return this.#file.reads
  }

  /** Returns the size of a card. Cards must be in memory. */
  bytesOf(row: number): number {
    return this.#startOf(row + 1) - this.#startOf(row)
  }

  /** Copies a card and dates it. Cards must be in memory. Returns the end position. */
  copy(row: number, target: Buffer, at: number, today: number): number {
    const [start, end] = [this.#startOf(row), this.#startOf(row + 1)]
    this.#cards?.copy(target, at, start, end) // half the time of target.set(subarray)
    this.#use.dating.date(target, at, today)
    return at + end - start
  }

  /** Returns a dated card, read from the file if necessary. */
  card(row: number, today: number): Buffer {
    const [start, end] = [this.#startOf(row), this.#startOf(row + 1)]
    const card = this.#cards
      ? Buffer.from(this.#cards.subarray(start, end))
      : Buffer.from(this.#use.words.put(this.#file.text(start, end)))
    this.#use.dating.date(card, 0, today)
    return card
  }

  #startOf(row: number): number {
    return this.#starts[row - this.#first] as number
  }
}
