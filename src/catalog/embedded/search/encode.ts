import type { Steps, Work } from '../../../engine/work.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { RecordCards } from '../../cards.ts'
import type { EncodedPage, Query } from '../../query.ts'
import { AnswerMemory } from './answer-memory.ts'
import type { BuildingCard, BuildingCards } from './building-cards.ts'
import type { RowSearch } from './row-search.ts'
import type { OpenSearch } from './stored.ts'

const COMMA = 0x2c

/** Room for the rest of most answers around the cards, so that no page is copied twice. */
const MARGIN_BYTES = 2048

/** Cost of copying a card and sending it. */
const CARD_NS = 1000

/** Assembles the cards of a page: copies those of records, and makes those of buildings from their units. */
export class Encoder<N extends SearchedNoun> {
  readonly #open: OpenSearch
  readonly #search: Pick<RowSearch<N>, 'find' | 'keys'>
  readonly #cards: Pick<RecordCards<never>, 'date'>
  readonly #buildings: BuildingCards | undefined
  readonly #bytes: Buffer
  readonly #memory = new AnswerMemory()

  constructor(
    open: OpenSearch,
    search: Pick<RowSearch<N>, 'find' | 'keys'>,
    cards: Pick<RecordCards<never>, 'date'>,
    buildings?: BuildingCards,
  ) {
    this.#open = open
    this.#search = search
    this.#cards = cards
    this.#buildings = buildings
    this.#bytes = Buffer.from(open.cards.buffer, open.cards.byteOffset, open.cards.byteLength)
  }

  *page(query: Query<N>, work: Work): Steps<EncodedPage> {
    const found = yield* this.#search.find(query, work)
    work.spend(found.rows.length * CARD_NS)
    const { total, ungrouped, left, rows } = found
    const buildings = this.#buildings?.of(found)
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
    const lastKey = rows.length === 0 ? undefined : this.#search.keys[rows[rows.length - 1] as number]
    const release = () => this.#memory.giveBack(memory)
    return { total, ungrouped, left, lastKey, cards, marginBytes: MARGIN_BYTES, release }
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
}
