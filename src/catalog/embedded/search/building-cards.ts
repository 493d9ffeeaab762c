import type { Building } from '../../../model/building.ts'
import type { CardMaker } from '../../cards.ts'
import type { Rows } from './row-search.ts'
import type { Search } from './search.ts'

/** Buildings whose part of a card stays made. */
const MOST_PARTS = 50_000

/** Makes the cards of buildings from those of their units that match. */
export class BuildingCards {
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #buildingOf: (lotId: string) => Building | undefined
  readonly #parts = new Map<string, string>()

  constructor(search: Search, cards: CardMaker, buildingOf: (lotId: string) => Building | undefined) {
    this.#search = search
    this.#cards = cards
    this.#buildingOf = buildingOf
  }

  /** For each row of a grouped page the card of its building; undefined for a home of its own. */
  of({ rows, members }: Rows): (Buffer | undefined)[] | undefined {
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
