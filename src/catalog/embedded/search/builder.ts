import { type BuiltTable, TableBuilder } from '../../../engine/table-builder.ts'
import type { Home } from '../../../model/home.ts'
import { listingClassOf } from '../../../model/home-columns.ts'
import { searchWords } from '../../../model/search-text.ts'
import { regionKeysOf } from '../../../places/region-keys.ts'
import type { CardMaker, CardPeople } from '../../cards.ts'
import { CardPile } from './card-pile.ts'
import { BUILDING, PLACES, placeKey, rowValues, SEARCH_SHAPE, TEXT } from './shape.ts'

/** Numbers things in the order in which they first come. */
class Numbering {
  readonly #numbers = new Map<string, number>()

  of(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#numbers.size)
    return this.#numbers.size - 1
  }

  keys(): string[] {
    return [...this.#numbers.keys()]
  }
}

/** What searches need of a catalogue, before it is stored. */
export interface BuiltSearch {
  readonly built: BuiltTable
  readonly pile: CardPile
  /** Region keys by the numbers that posting lists know them by. */
  readonly places: readonly string[]
  /** lotids by the numbers in the column BUILDING. */
  readonly buildings: readonly string[]
}

/** Gathers the listings of homes: rows for the engine, and their cards. */
export class SearchBuilder {
  readonly #cards: CardMaker
  readonly #table = new TableBuilder(SEARCH_SHAPE)
  readonly #pile = new CardPile()
  readonly #places = new Numbering()
  readonly #buildings = new Numbering()

  constructor(cards: CardMaker) {
    this.#cards = cards
  }

  /** `peopleOf` is asked for homes that searches find only. */
  add(home: Home, peopleOf: (home: Home) => CardPeople): void {
    const listingClass = listingClassOf(home)
    if (listingClass === undefined) return
    const { country: _, ...regions } = regionKeysOf(home.address)
    const values = rowValues(home, listingClass)
    if (listingClass === 'For_Rent' && home.lotId !== undefined) values[BUILDING] = this.#buildings.of(home.lotId)
    this.#table.add({
      values,
      ...home.point,
      lists: { [PLACES]: Object.values(regions).map((key) => placeKey(this.#places.of(key), listingClass)) },
      words: { [TEXT]: searchWords(home) },
    })
    this.#pile.add(this.#cards.card(home, peopleOf(home)))
  }

  build(): BuiltSearch {
    const built = this.#table.build()
    return { built, pile: this.#pile, places: this.#places.keys(), buildings: this.#buildings.keys() }
  }
}
