import type { Agent, Office } from '../../../model/agent.ts'
import type { Home, PlaceAddress } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import type { RecordOf, SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import { type DerivedRows, NO_ROWS } from '../derived-rows.ts'
import { PropertyTally } from '../properties/tally.ts'
import { type AnyBuilder, type BuiltSearch, type SearchRecord, searchBuilder } from '../search/builder.ts'
import { NOBODY, People } from '../search/people.ts'
import { HomeTallies, SegmentTallies, type Tallies } from './home-tallies.ts'

/** Everything that a catalog stores for a record type besides the records themselves. */
export interface Derivatives {
  readonly search: BuiltSearch
  readonly beside: DerivedRows
  /** Number of records of the type, including records that no search finds. */
  readonly records: number
  /** Whether a home arrived before the agent or office that it names. If so, everything must be derived again. */
  readonly stale: boolean
}

/** The type of the records from which to derive a segment, and the segment's name. */
export interface SegmentPlan {
  readonly noun: SearchedNoun
  readonly name: string
  /**
   * For homes: the places (groups of homes in the same regions) that already have a number. Undefined for the base
   * segment, which numbers all places.
   */
  readonly places: readonly PlaceAddress[] | undefined
}

/** Derives, record by record, all data that a catalog stores for a segment. */
export class Derivation {
  readonly #search: AnyBuilder
  /** Defined only for homes, which need more than a search index. */
  #tallies: Tallies | undefined
  #properties: PropertyTally | undefined
  readonly #people = new People()
  readonly #noun: SearchedNoun
  readonly #name: string
  #records = 0

  constructor({ noun, name, places }: SegmentPlan, cards: CardMaker) {
    this.#noun = noun
    this.#name = name
    if (noun !== 'experience') this.#properties = new PropertyTally(noun)
    this.#search = searchBuilder(noun, cards)
    if (noun === 'home') this.#tallies = places ? new SegmentTallies(name, places) : new HomeTallies(name)
  }

  /**
   * Adds the stored JSON of a searched record, or of an agent or office that homes name. Agents and offices should come
   * before the homes.
   */
  take(noun: SearchRecord, json: string): void {
    const record: unknown = JSON.parse(json)
    if (noun === 'agent')
      this.#people.takeAgent(record as Agent) // `noun` determines the record's type
    else if (noun === 'office') this.#people.takeOffice(record as Office)
    else this.#add(record as RecordOf<SearchedNoun>)
  }

  /** Builds the data. No records may be added after this call, because each part frees the memory of its input. */
  build(): Derivatives {
    const { tables, arrays, meta } = this.#tallies?.rows() ?? NO_ROWS
    this.#tallies = undefined
    const beside = { tables, arrays: { ...arrays, ...this.#properties?.arrays(this.#name) }, meta }
    this.#properties = undefined
    return { search: this.#search.build(), beside, records: this.#records, stale: this.#people.stale }
  }

  #add(record: RecordOf<SearchedNoun>): void {
    const people = this.#noun === 'home' ? this.#people.of(record as Home) : NOBODY
    if (this.#noun === 'home') this.#tallies?.add(record as Home)
    this.#search.take(record, people)
    this.#properties?.add(record as Home | Offer, people)
    this.#records++
  }
}
