import type { Building } from '../../../model/building.ts'
import type { CardWords } from '../../facts/card-words.ts'
import type { CardMaker } from '../../ports/cards.ts'
import type { Rows } from './row-search.ts'
import type { Search } from './search.ts'

/** Maximum number of buildings whose constant part is cached. */
const MAX_PARTS = 50_000

/** The JSON of a search result that shows a building. */
export interface BuildingCard {
  /** The part of the JSON that is the same in every answer. */
  readonly part: Buffer
  /** The part of the JSON that depends on the matching units, in ASCII. */
  readonly units: string
}

/** Makes search results that show buildings from their matching units. */
export class BuildingCards {
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #words: CardWords
  readonly #buildingOf: (lotId: string) => Building | undefined
  /** Cache of the constant parts of results, by building number. */
  #parts: Buffer[] = []
  #partsMade = 0

  constructor(search: Search, cards: CardMaker, words: CardWords, buildingOf: (lotId: string) => Building | undefined) {
    this.#search = search
    this.#cards = cards
    this.#words = words
    this.#buildingOf = buildingOf
  }

  /**
   * Makes the result for each row of a page that is grouped by building. An entry is undefined if the row is a single
   * home.
   */
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

  /** Returns undefined if no record of the building exists. The result then shows the building's best unit. */
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
