import { type Dating, FACTS_END } from '../../ports/cards.ts'
import { CardUnpacker, type PackedCards } from './packed-cards.ts'
import { bufferOf } from './pieces.ts'

const FACTS_END_BYTE = FACTS_END.charCodeAt(0)
const DIGIT_0 = 0x30

/** The search results (JSON) of a segment, by row. */
export class SegmentCards {
  readonly #first: number
  readonly #starts: Float64Array
  readonly #dating: Dating
  readonly #cards: Buffer
  readonly #unpacker: CardUnpacker
  /**
   * Cache for the day `#headsDay`. Many results have only one fact that depends on the day, a number; their beginning
   * is cached by this number.
   */
  readonly #heads = new Map<number, Buffer>()
  #headsDay = Number.NaN

  /** `first`: the number of the segment's first row. */
  constructor(cards: PackedCards, first: number, dating: Dating) {
    this.#first = first
    this.#starts = cards.starts
    this.#dating = dating
    this.#cards = bufferOf(cards.packed)
    this.#unpacker = new CardUnpacker(cards)
  }

  /**
   * Writes the search result of a row for the day `today` into `target` at `at`. Returns the end offset, or -1 if
   * `target` is too small. `view` covers the same memory as `target`.
   */
  write(row: number, today: number, target: Buffer, view: DataView, at: number): number {
    const cards = this.#cards
    const [start, end] = [this.#startOf(row), this.#startOf(row + 1)]
    let [factsEnd, number] = [start, 0]
    for (let digit = digitAt(cards, start); digit >= 0 && digit <= 9; digit = digitAt(cards, ++factsEnd))
      number = 10 * number + digit
    const isNumber = factsEnd > start && cards[factsEnd] === FACTS_END_BYTE
    if (!isNumber) factsEnd = cards.indexOf(FACTS_END_BYTE, start)
    const head = isNumber ? this.#headOf(number, today) : this.#headOfFacts(start, factsEnd, today)
    if (at + head.length > target.length) return -1
    target.set(head, at)
    return this.#unpacker.unpack(factsEnd + 1, end, view, at + head.length)
  }

  #headOf(number: number, today: number): Buffer {
    if (today !== this.#headsDay) this.#heads.clear()
    this.#headsDay = today
    const head = this.#heads.get(number) ?? Buffer.from(this.#dating.head(String(number), today))
    this.#heads.set(number, head)
    return head
  }

  #headOfFacts(start: number, end: number, today: number): Buffer {
    return Buffer.from(this.#dating.head(this.#cards.toString('latin1', start, end), today))
  }

  #startOf(row: number): number {
    return this.#starts[row - this.#first] as number
  }
}

function digitAt(cards: Buffer, at: number): number {
  return (cards[at] as number) - DIGIT_0
}
