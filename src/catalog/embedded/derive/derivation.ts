import type { Agent, Office } from '../../../model/agent.ts'
import type { Home, PlaceAddress } from '../../../model/home.ts'
import type { Offer } from '../../../model/offer.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { CardMaker } from '../../ports/cards.ts'
import { type DerivedRows, NO_ROWS } from '../derived-rows.ts'
import { PropertyTally } from '../properties/tally.ts'
import { type AnyBuilder, type BuiltSearch, type SearchRecord, searchBuilder } from '../search/builder.ts'
import { HomeTallies, SegmentTallies, type Tallies } from './home-tallies.ts'

/** Everything that a catalogue stores for a noun besides its records. */
export interface Derivatives {
  readonly search: BuiltSearch
  readonly beside: DerivedRows
  /** Counts the records of the noun that were taken, including those that no search finds. */
  readonly records: number
}

/** Says which segment is derived: of which noun, and under which name. */
export interface SegmentPlan {
  readonly noun: SearchedNoun
  readonly name: string
  /** The places of homes that have a number already. Without them a segment of homes is the base, and numbers all. */
  readonly places: readonly PlaceAddress[] | undefined
}

/** Derives, record by record, everything that a catalogue stores for a segment. */
export class Derivation {
  readonly #search: AnyBuilder
  /** Only for homes, which need more than a search index. */
  readonly #tallies: Tallies | undefined
  readonly #properties: PropertyTally | undefined
  readonly #noun: SearchedNoun
  readonly #name: string
  #records = 0

  /** @param cardFile Keeps the cards until they can be put in order; memory does where it is left out. */
  constructor({ noun, name, places }: SegmentPlan, cards: CardMaker, cardFile?: number) {
    this.#noun = noun
    this.#name = name
    if (noun !== 'experience') this.#properties = new PropertyTally(noun)
    this.#search = searchBuilder(noun, cards, cardFile)
    if (noun === 'home') this.#tallies = places ? new SegmentTallies(name, places) : new HomeTallies(name)
  }

  /** Takes the JSON of a stored record. Agents and offices must come before the homes that name them. */
  take(noun: SearchRecord, json: string): void {
    const record: unknown = JSON.parse(json)
    if (noun === 'home') this.#tallies?.add(record as Home) // the noun says which record it is
    if (noun === 'agent') this.#tallies?.addAgent(record as Agent) // as above
    this.#search.take(noun, record)
    if (noun === 'office') this.#properties?.takeOffice(record as Office) // as above
    if (noun === 'agent') this.#properties?.takeAgent(record as Agent) // as above
    if (noun !== this.#noun) return
    this.#properties?.add(record as Home | Offer) // as above
    this.#records++
  }

  build(): Derivatives {
    const { tables, arrays, meta } = this.#tallies?.rows() ?? NO_ROWS
    const beside = { tables, arrays: { ...arrays, ...this.#properties?.arrays(this.#name) }, meta }
    return { search: this.#search.build(), beside, records: this.#records }
  }
}
