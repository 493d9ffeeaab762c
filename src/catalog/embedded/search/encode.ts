import type { Building } from '../../../model/building.ts'
import type { CardMaker } from '../../cards.ts'
import type { EncodedPage, Query } from '../../query.ts'
import type { Rows, Search } from './search.ts'
import type { OpenSearch } from './stored.ts'

const COMMA = 0x2c

/** Room for what most answers have around their cards, so that no page is copied twice. */
const MARGIN_BYTES = 2048

/** Buildings whose part of a card stays made. */
const MOST_PARTS = 50_000

/** Puts the cards of a page together: those of homes are copied, those of buildings made from their units. */
export class Encoder {
  readonly #open: OpenSearch
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #buildingOf: (lotId: string) => Building | undefined
  readonly #bytes: Buffer
  readonly #parts = new Map<string, string>()

  constructor(open: OpenSearch, search: Search, cards: CardMaker, buildingOf: (lotId: string) => Building | undefined) {
    this.#open = open
    this.#search = search
    this.#cards = cards
    this.#buildingOf = buildingOf
    this.#bytes = Buffer.from(open.cards.buffer, open.cards.byteOffset, open.cards.byteLength)
  }

  page(query: Query): EncodedPage {
    const found = this.#search.find(query)
    const buildings = this.#buildingCards(found)
    const size = this.#sizeOf(found, buildings)
    const cards = Buffer.allocUnsafe(size + 2 * MARGIN_BYTES).subarray(MARGIN_BYTES, MARGIN_BYTES + size)
    let at = 0
    for (let i = 0; i < found.rows.length; i++) {
      if (i > 0) cards[at++] = COMMA
      const building = buildings?.[i]
      at +=
        building === undefined
          ? this.#copyCard(found.rows[i] as number, cards, at, query.today)
          : building.copy(cards, at)
    }
    return { total: found.total, ungrouped: found.ungrouped, cards, marginBytes: MARGIN_BYTES }
  }

  #sizeOf({ rows }: Rows, buildings: readonly (Buffer | undefined)[] | undefined): number {
    const { cardStarts } = this.#open
    let bytes = Math.max(0, rows.length - 1)
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number
      bytes += buildings?.[i]?.length ?? (cardStarts[row + 1] as number) - (cardStarts[row] as number)
    }
    return bytes
  }

  #copyCard(row: number, target: Buffer, at: number, today: number): number {
    const { cardStarts } = this.#open
    const start = cardStarts[row] as number
    const end = cardStarts[row + 1] as number
    this.#bytes.copy(target, at, start, end) // half the time of target.set(subarray)
    this.#cards.date(target, at, today)
    return end - start
  }

  #buildingCards({ rows, members }: Rows): (Buffer | undefined)[] | undefined {
    return members?.map((units, i) => {
      const lotId = this.#search.lotIdOf(rows[i] as number)
      const part = lotId === undefined ? undefined : this.#partOf(lotId)
      if (part === undefined) return undefined // a home of its own
      return Buffer.from(
        this.#cards.buildingCard(
          part,
          Array.from(units, (unit) => this.#search.unitOf(unit)),
        ),
      )
    })
  }

  /** undefined for a lotid of which the catalogue has no building: its units are shown one card for all, the best one's. */
  #partOf(lotId: string): string | undefined {
    const known = this.#parts.get(lotId)
    if (known !== undefined) return known
    const building = this.#buildingOf(lotId)
    if (building === undefined) return undefined
    if (this.#parts.size === MOST_PARTS) this.#parts.clear()
    const part = this.#cards.buildingPart(building)
    this.#parts.set(lotId, part)
    return part
  }
}
