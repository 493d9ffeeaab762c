import type { ListingPeople } from '../../../model/property-columns.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { Table } from '../../engine/table.ts'
import { TableBuilder } from '../../engine/table-builder.ts'
import { BETWEEN_TEXTS } from '../../engine/word-index-builder.ts'
import { type PlaceSpelling, PlaceTally } from '../../facts/place-tally.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import { CardPile } from './card-pile.ts'
import { type NumberListArrays, NumberListBuilder } from './number-list.ts'
import { Numbering } from './numbering.ts'
import { FIRST_LISTED_TAG, placeKey, rowReader, shapeOf, tagBits } from './shape.ts'

/** All data that a catalog stores for searches of one record type. */
export interface BuiltSearch {
  readonly table: Table
  /** The table row of each record. Records are in insertion order. */
  readonly rowOf: Uint32Array
  readonly pile: CardPile
  /** Keys of places. A posting list refers to a place by its index here. */
  readonly places: readonly string[]
  /** The places that records name. Empty for homes. */
  readonly namedPlaces: readonly PlaceSpelling[]
  readonly tags: readonly string[]
  /** Lot ids. The column BUILDING holds indexes into this list. */
  readonly buildings: readonly string[]
  /** Finds records by their source's number, such as a listing number; see `NounDescription.numberOf`. */
  readonly numbers: NumberListArrays
}

/**
 * The records that search indexes are built from: searched records, and the agents and offices that results about homes
 * name.
 */
export type SearchRecord = SearchedNoun | 'agent' | 'office'

/** Builds the search index of one record type, and the JSON of its search results. */
export class SearchBuilder<N extends SearchedNoun> {
  readonly #noun: NounDescription<N>
  readonly #cards: CardMaker
  readonly #table: TableBuilder
  readonly #valuesOf: ReturnType<typeof rowReader<N>>
  readonly #pile = new CardPile()
  readonly #places = new Numbering()
  readonly #named = new PlaceTally()
  readonly #tags = new Numbering()
  readonly #buildings = new Numbering()
  readonly #numbers = new NumberListBuilder()
  #records = 0

  constructor(noun: NounDescription<N>, cards: CardMaker) {
    this.#noun = noun
    this.#cards = cards
    this.#table = new TableBuilder(shapeOf(noun))
    this.#valuesOf = rowReader(noun)
  }

  /** Skips records without a listing class, because no search finds them. */
  take(record: RecordOf<N>, people: ListingPeople): void {
    const noun = this.#noun
    const listingClass = noun.classOf(record)
    if (listingClass === undefined) return
    const building = noun.buildingOf?.(record)
    const tags = noun.tagsOf?.(record).map((tag) => this.#tags.of(tag)) ?? []
    const number = noun.numberOf?.(record)
    if (number !== undefined) this.#numbers.add(number, this.#records)
    if (noun.placesOf) this.#named.add(noun.placesOf(record))
    this.#table.addOrdered({
      values: this.#valuesOf(record, {
        listingClass,
        building: building === undefined ? undefined : this.#buildings.of(building),
        bits: noun.tagsOf ? tagBits(tags) : [],
      }),
      place: noun.pointOf(record),
      lists: this.#listsOf(record, listingClass, tags),
      words: noun.textsOf ? [joined(noun.textsOf(record))] : [],
      days: noun.daysOf ? [noun.daysOf(record)] : [],
    })
    this.#pile.add(noun.card(record, this.#cards, people))
    this.#records++
  }

  build(): BuiltSearch {
    const { table, rowOf } = this.#table.build()
    return {
      table,
      rowOf,
      pile: this.#pile,
      places: this.#places.keys(),
      namedPlaces: this.#named.spellings(),
      tags: this.#tags.keys(),
      buildings: this.#buildings.keys(),
      numbers: this.#numbers.build(rowOf),
    }
  }

  /** Returns the keys of a record in each posting list, in the order of `lists` in `shapeOf`. */
  #listsOf(record: RecordOf<N>, listingClass: string, tags: readonly number[]): (readonly number[])[] {
    const { classes, placeKeysOf, tagsOf } = this.#noun
    const places = placeKeysOf(record).map((key) => placeKey(this.#places.of(key), classes, listingClass))
    return tagsOf ? [places, tags.filter((tag) => tag >= FIRST_LISTED_TAG)] : [places]
  }
}

/** Joins texts with a separator, after replacing separators within the texts by blanks. */
function joined(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(BETWEEN_TEXTS, ' ')).join(BETWEEN_TEXTS)
}

/** A builder for records of any type. */
export type AnyBuilder = Pick<SearchBuilder<SearchedNoun>, 'take' | 'build'>

export function searchBuilder(noun: SearchedNoun, cards: CardMaker): AnyBuilder {
  const described = SEARCHED[noun] as unknown as NounDescription<SearchedNoun> // receives only records of this type
  return new SearchBuilder(described, cards)
}
