import type { SearchedNoun } from '../../../model/searched.ts'
import type { Steps, Work } from '../../engine/work.ts'
import { encodedCards } from '../../facts/encoded-cards.ts'
import { AnswerMemory } from '../../ports/answer-memory.ts'
import type { EncodedPage, Lent, Query } from '../../ports/query.ts'
import type { BuildingCard, BuildingCards } from './building-cards.ts'
import type { RowSearch } from './row-search.ts'
import { type CardUse, type PageCard, SegmentCards } from './segment-cards.ts'
import type { OpenSegments } from './stored.ts'

const COMMA = 0x2c

/** Cost in nanoseconds of copying and sending one search result. */
const CARD_NS = 1000

/** Cost in nanoseconds of reading and checking one piece of stored results. */
const PIECE_NS = 100_000

/** The results of a page, in order. */
interface Results {
  readonly rows: Uint32Array
  /** For each result that shows a building, its JSON. Undefined for a page without buildings. */
  readonly buildings: readonly (BuildingCard | undefined)[] | undefined
  readonly today: number
}

type PageCards = Pick<EncodedPage, 'cardBytes' | 'json'>

/**
 * Assembles the JSON of a page. Copies stored results of records, and makes results that show buildings from their
 * units.
 */
export class Encoder<N extends SearchedNoun> {
  readonly #search: Pick<RowSearch<N>, 'find' | 'keyOf' | 'segments'>
  readonly #buildings: BuildingCards | undefined
  /** One entry per segment. */
  readonly #cards: readonly SegmentCards[]
  readonly #isInMemory: boolean
  readonly #memory = new AnswerMemory()

  constructor(
    open: OpenSegments,
    search: Pick<RowSearch<N>, 'find' | 'keyOf' | 'segments'>,
    use: CardUse,
    buildings?: BuildingCards,
  ) {
    this.#search = search
    this.#buildings = buildings
    this.#cards = open.map((segment, i) => new SegmentCards(segment, search.segments.starts[i] as number, use))
    this.#isInMemory = this.#cards.every(({ isInMemory }) => isInMemory)
  }

  *page(query: Query<N>, work: Work): Steps<EncodedPage> {
    const matches = yield* this.#search.find(query, work)
    work.spend(matches.rows.length * CARD_NS)
    const { total, ungrouped, left, rows, measured } = matches
    const results: Results = { rows, buildings: this.#buildings?.of(matches), today: query.today }
    const lastKey = rows.length === 0 ? undefined : this.#search.keyOf(rows[rows.length - 1] as number)
    const counts = { total, ungrouped, left, lastKey, ...(measured && { measured }) }
    return { ...counts, ...(yield* this.#cardsOf(results, work)) }
  }

  *#cardsOf(results: Results, work: Work): Steps<PageCards> {
    if (!this.#isInMemory) return yield* this.#readCards(results, work)
    const cards: PageCard[] = []
    for (let place = 0; place < results.rows.length; place++) cards.push(this.#cardAt(results, place))
    const cardBytes = bytesOf(cards)
    return { cardBytes, json: (before, after) => this.#json(cards, cardBytes, before, after) }
  }

  /**
   * Reads a page's results while some results are only in the file. Reads in file order, so that no piece is read
   * twice, and pauses for other calls.
   */
  *#readCards({ rows, buildings, today }: Results, work: Work): Steps<PageCards> {
    const cards: string[] = []
    const places = Uint32Array.from(rows, (_, place) => place)
    places.sort((one, other) => (rows[one] as number) - (rows[other] as number))
    for (const place of places) {
      const row = rows[place] as number
      const segment = this.#cardsOfRow(row)
      const readBefore = segment.reads
      const building = buildings?.[place]
      cards[place] = building ? building.part.toString() + building.units : segment.text(row, today)
      work.grant((segment.reads - readBefore) * PIECE_NS)
      if (work.isPauseDue) yield
    }
    return encodedCards(cards)
  }

  #json(cards: readonly PageCard[], cardBytes: number, before: string, after: string): Lent {
    const [beforeBytes, afterBytes] = [Buffer.byteLength(before), Buffer.byteLength(after)]
    const memory = this.#memory.take(beforeBytes + cardBytes + afterBytes)
    const afterAt = copyCards(cards, memory, memory.write(before))
    const end = afterAt + memory.write(after, afterAt)
    return { bytes: memory.subarray(0, end), release: () => this.#memory.giveBack(memory) }
  }

  #cardAt({ rows, buildings, today }: Results, place: number): PageCard {
    const building = buildings?.[place]
    if (building) return { head: building.part, rest: Buffer.from(building.units), from: 0, to: building.units.length }
    const row = rows[place] as number
    return this.#cardsOfRow(row).inMemory(row, today)
  }

  #cardsOfRow(row: number): SegmentCards {
    return this.#cards[this.#search.segments.of(row)] as SegmentCards // every row belongs to a segment
  }
}

/** Returns the total size of the results of a page, with commas between them. */
function bytesOf(cards: readonly PageCard[]): number {
  let bytes = Math.max(0, cards.length - 1)
  for (const { head, from, to } of cards) bytes += head.length + to - from
  return bytes
}

/** Writes the results of a page with commas between them. Returns the position after the last result. */
function copyCards(cards: readonly PageCard[], target: Buffer, start: number): number {
  let at = start
  for (const { head, rest, from, to } of cards) {
    if (at > start) target[at++] = COMMA
    target.set(head, at)
    at += head.length
    at += rest.copy(target, at, from, to) // twice as fast as target.set(subarray)
  }
  return at
}
