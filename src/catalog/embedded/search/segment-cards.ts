import type { Dating } from '../../ports/cards.ts'
import { CardFile, CardMemory, type CardSource } from './card-file.ts'
import type { OpenSegment } from './stored.ts'

/** What is to be done to stored cards. */
export interface CardUse {
  readonly dating: Dating
  /** The origin that picture URLs begin with. */
  readonly mediaOrigin: string
  /** Reads a piece of a segment's cards from the file, see `CardFile`. */
  readonly pieceAt: (segment: Pick<OpenSegment, 'name'>, number: number) => Uint8Array
}

/** The cards of one segment's records, by the record's row. */
export class SegmentCards {
  /** The origin of picture URLs in them. */
  readonly origin: string
  /** Whether they are in memory. */
  readonly isRead: boolean
  readonly #first: number
  readonly #starts: Float64Array
  readonly #dating: Dating
  readonly #source: CardSource
  /** Where they are while they are not in memory. */
  readonly #file: CardFile | undefined

  /** `first`: the number of the segment's first row. */
  constructor(open: OpenSegment, first: number, { dating, pieceAt }: CardUse) {
    const { cards, cardStarts, cardOrigin } = open
    this.origin = cardOrigin
    this.isRead = cards !== undefined
    this.#first = first
    this.#starts = cardStarts
    this.#dating = dating
    this.#file = cards === undefined ? new CardFile((number) => pieceAt(open, number)) : undefined
    this.#source = this.#file ?? new CardMemory(cards ?? new Uint8Array())
  }

  /** How many pieces have been read from the file. */
  get reads(): number {
    return this.#file?.reads ?? 0
  }

  bytesOf(row: number): number {
    const own = row - this.#first
    return (this.#starts[own + 1] as number) - (this.#starts[own] as number)
  }

  /** Returns where the card ends. */
  copy(row: number, target: Buffer, at: number, today: number): number {
    const own = row - this.#first
    const start = this.#starts[own] as number
    const end = this.#starts[own + 1] as number
    this.#source.copy(target, at, start, end)
    this.#dating.date(target, at, today)
    return at + end - start
  }
}
