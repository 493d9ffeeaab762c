import type { CardWords } from '../../facts/card-words.ts'
import { type Dating, datedCard, FACTS_END } from '../../ports/cards.ts'
import { CardFile } from './card-file.ts'
import { bufferOf } from './pieces.ts'
import type { OpenSegment } from './stored.ts'

/** What is needed to turn stored search results into results for an answer. */
export interface CardUse {
  readonly dating: Dating
  readonly words: CardWords
  /** Reads a piece of a segment's stored results from the file; see `CardFile`. */
  readonly pieceAt: (segment: Pick<OpenSegment, 'name'>, number: number) => Uint8Array
}

/** A search result as bytes: all of `head`, then the bytes of `rest` between `from` and `to`. */
export interface PageCard {
  readonly head: Buffer
  readonly rest: Buffer
  readonly from: number
  readonly to: number
}

const FACTS_END_BYTE = FACTS_END.charCodeAt(0)
const DIGIT_0 = 0x30

/** The stored search results (JSON) of a segment, by row. */
export class SegmentCards {
  readonly #first: number
  readonly #starts: Float64Array
  readonly #use: CardUse
  /** Undefined while the stored results are only in the file. */
  readonly #cards: Buffer | undefined
  readonly #file: CardFile
  /**
   * Cache for the day `#headsDay`. Many results have only one fact that depends on the day, a number; their beginning
   * is cached by this number.
   */
  readonly #heads = new Map<number, Buffer>()
  #headsDay = Number.NaN

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

  /** Returns the result of a row, as of a day. The stored results must be in memory. */
  inMemory(row: number, today: number): PageCard {
    const cards = this.#cards as Buffer // by contract
    const [start, to] = [this.#startOf(row), this.#startOf(row + 1)]
    let [at, number] = [start, 0]
    for (let digit = digitAt(cards, at); digit >= 0 && digit <= 9; digit = digitAt(cards, ++at))
      number = 10 * number + digit
    if (at > start && cards[at] === FACTS_END_BYTE)
      return { head: this.#headOf(number, today), rest: cards, from: at + 1, to }
    const factsEnd = cards.indexOf(FACTS_END_BYTE, start)
    const head = this.#use.dating.head(cards.toString('latin1', start, factsEnd), today)
    return { head: Buffer.from(head), rest: cards, from: factsEnd + 1, to }
  }

  #headOf(number: number, today: number): Buffer {
    if (today !== this.#headsDay) this.#heads.clear()
    this.#headsDay = today
    const head = this.#heads.get(number) ?? Buffer.from(this.#use.dating.head(String(number), today))
    this.#heads.set(number, head)
    return head
  }

  /** Returns the result of a row, as of a day. Reads it from the file if necessary. */
  text(row: number, today: number): string {
    const [start, end] = [this.#startOf(row), this.#startOf(row + 1)]
    const card = this.#cards?.toString('utf8', start, end) ?? this.#use.words.put(this.#file.text(start, end))
    return datedCard(card, this.#use.dating, today)
  }

  #startOf(row: number): number {
    return this.#starts[row - this.#first] as number
  }
}

function digitAt(cards: Buffer, at: number): number {
  return (cards[at] as number) - DIGIT_0
}
