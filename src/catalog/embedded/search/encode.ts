import type { Building } from '../../../model/building.ts'
import type { CardMaker } from '../../cards.ts'
import type { EncodedPage, Query } from '../../query.ts'
import { AnswerMemory } from './answer-memory.ts'
import type { Rows, Search } from './search.ts'
import type { OpenSearch } from './stored.ts'

const COMMA = 0x2c

/** Room for what most answers have around their cards, so that no page is copied twice. */
const MARGIN_BYTES = 2048

/** Buildings whose part of a card stays made. */
const MOST_PARTS = 50_000

/** The card of a building: its beginning, and the rest in ASCII. */
interface BuildingCard {
  readonly part: Buffer
  readonly units: string
}

/** Puts the cards of a page together: those of homes are copied, those of buildings made from their units. */
export class Encoder {
  readonly #open: OpenSearch
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #buildingOf: (lotId: string) => Building | undefined
  readonly #bytes: Buffer
  readonly #memory = new AnswerMemory()
  /** Beginnings of buildings' cards by number, as far as they have been made. */
  #parts: Buffer[] = []
  #partsMade = 0

  constructor(open: OpenSearch, search: Search, cards: CardMaker, buildingOf: (lotId: string) => Building | undefined) {
    this.#open = open
    this.#search = search
    this.#cards = cards
    this.#buildingOf = buildingOf
    this.#bytes = Buffer.from(open.cards.buffer, open.cards.byteOffset, open.cards.byteLength)
  }

  page(query: Query): EncodedPage {
    const found = this.#search.find(query)
    const { rows } = found
    const buildings = this.#buildingCards(found)
    const size = this.#sizeOf(rows, buildings)
    const memory = this.#memory.take(size + 2 * MARGIN_BYTES)
    const cards = memory.subarray(MARGIN_BYTES, MARGIN_BYTES + size)
    let at = 0
    for (let place = 0; place < rows.length; place++) {
      if (place > 0) cards[at++] = COMMA
      const building = buildings?.[place]
      if (building === undefined) {
        at += this.#copyCard(rows[place] as number, cards, at, query.today)
      } else {
        at += building.part.copy(cards, at)
        at += cards.write(building.units, at, 'latin1')
      }
    }
    const release = () => this.#memory.giveBack(memory)
    return { total: found.total, ungrouped: found.ungrouped, cards, marginBytes: MARGIN_BYTES, release }
  }

  #sizeOf(rows: Uint32Array, buildings: readonly (BuildingCard | undefined)[] | undefined): number {
    const { cardStarts } = this.#open
    let bytes = Math.max(0, rows.length - 1)
    for (let place = 0; place < rows.length; place++) {
      const building = buildings?.[place]
      const row = rows[place] as number
      bytes +=
        building === undefined
          ? (cardStarts[row + 1] as number) - (cardStarts[row] as number)
          : building.part.length + building.units.length
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

  /** For each row of a grouped page the card of its building; undefined for a home of its own. */
  #buildingCards({ rows, members }: Rows): readonly (BuildingCard | undefined)[] | undefined {
    if (members === undefined) return undefined
    return Array.from(rows, (row, place) => {
      const number = this.#search.buildingOf(row)
      const part = number === undefined ? undefined : this.#partOf(number)
      if (part === undefined) return undefined
      const [start = 0, end = 0] = [members.starts[place], members.starts[place + 1]]
      return { part, units: this.#cards.unitsPart(this.#search.units.inShort(row, members.rows, start, end)) }
    })
  }

  /** undefined for a lotid of which the catalogue has no building: its units are shown one card for all, the best one's. */
  #partOf(number: number): Buffer | undefined {
    const known = this.#parts[number]
    if (known !== undefined) return known
    const building = this.#buildingOf(this.#open.buildings[number] ?? '')
    if (building === undefined) return undefined
    if (this.#partsMade === MOST_PARTS) {
      this.#parts = []
      this.#partsMade = 0
    }
    const part = Buffer.from(this.#cards.buildingPart(building))
    this.#parts[number] = part
    this.#partsMade++
    return part
  }
}
