import { crc32 } from 'node:zlib'
import { joinedSum } from '../../../base/crc32.ts'
import type { Building } from '../../../model/building.ts'
import type { CardMaker } from '../../cards.ts'
import { type PackedCard, packCard } from '../../packed-cards.ts'
import type { Rows } from './row-search.ts'
import type { Search } from './search.ts'

/** Capacity of the cache of buildings' parts. */
const MAX_PARTS = 50_000

const COMMA_SUM = crc32(',')

/** The card of a building: its constant part, and the rest in ASCII. */
export interface BuildingCard {
  readonly part: BuildingPart
  readonly units: string
}

/** What is the same in every card of a building. */
class BuildingPart {
  readonly bytes: Buffer
  #packed: PackedCard | undefined
  #commaSum: number | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  get packed(): PackedCard {
    this.#packed ??= packCard(this.bytes, 0)
    return this.#packed
  }

  /** CRC-32 of a comma and these bytes. */
  get commaSum(): number {
    this.#commaSum ??= joinedSum(COMMA_SUM, this.packed.sum, this.bytes.length)
    return this.#commaSum
  }
}

/** Makes cards of buildings from their matching units. */
export class BuildingCards {
  readonly #search: Search
  readonly #cards: CardMaker
  readonly #buildingOf: (lotId: string) => Building | undefined
  /** Cache of constant parts, by building number. */
  #parts: BuildingPart[] = []
  #partsMade = 0

  constructor(search: Search, cards: CardMaker, buildingOf: (lotId: string) => Building | undefined) {
    this.#search = search
    this.#cards = cards
    this.#buildingOf = buildingOf
  }

  /** The building's card for each row of a grouped page; undefined for a single home. */
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

  /** undefined for a lot id without a building record: its units then share the card of the best one. */
  #partOf(number: number): BuildingPart | undefined {
    const known = this.#parts[number]
    if (known !== undefined) return known
    const building = this.#buildingOf(this.#search.buildings.lotIdOf(number))
    if (building === undefined) return undefined
    if (this.#partsMade === MAX_PARTS) {
      this.#parts = []
      this.#partsMade = 0
    }
    const made = new BuildingPart(this.#cards.buildingPart(building))
    this.#parts[number] = made
    this.#partsMade++
    return made
  }
}
