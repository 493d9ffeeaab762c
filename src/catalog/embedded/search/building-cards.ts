import type { Building } from '../../../model/building.ts'
import type { CardWords } from '../../facts/card-words.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { Rows } from './row-search.ts'
import type { Search } from './search.ts'

/** Maximum number of cached parts. */
const MAX_PARTS = 50_000

/** The card of a building. */
export interface BuildingCard {
  /** The part that is the same in every answer. */
  readonly part: Buffer
  /** The rest, in ASCII. */
  readonly units: string
}

/** Makes cards of buildings from their matching units. */
export class BuildingCards {
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #words: CardWords
  readonly #buildingOf: (lotId: string) => Building | undefined
  /** Cache of the constant parts, by building number. */
  #parts: Buffer[] = []
  #partsMade = 0

  constructor(search: Search, cards: CardMaker, words: CardWords, buildingOf: (lotId: string) => Building | undefined) {
    this.#search = search
    this.#cards = cards
    this.#words = words
    this.#buildingOf = buildingOf
  }

  /** Makes the building's card for each row of a grouped page. An entry is undefined for a single home. */
  of({ rows, members }: Rows): readonly (BuildingCard | undefined)[] | undefined {
    if (members === undefined) return undefined
    return Array.from(rows, (row, place) => {
      const number = this.#search.buildings.of(row)
      const part = number === undefined ? undefined : this.#partOf(number)
      if (part === undefined) return undefined
      const [start = 0, end = 0] = [members.starts[place], members.starts[place + 1]]
      return { part, units: this.#cards.unitsPart(this.#search.unitsOf(row).summaryOf(row, members.rows, start, end)) }
    })
  }

  /** Returns undefined for a lot id without a building record. The best unit's card then represents all units. */
  #partOf(number: number): Buffer | undefined {
    const cached = this.#parts[number]
    if (cached !== undefined) return cached
    const building = this.#buildingOf(this.#search.buildings.lotIdOf(number))
    if (building === undefined) return undefined
    if (this.#partsMade === MAX_PARTS) {
      this.#parts = []
      this.#partsMade = 0
    }
    const made = Buffer.from(this.#words.put(this.#cards.buildingPart(building)))
    this.#parts[number] = made
    this.#partsMade++
    return made
  }
}
