import type { Words } from '../../kit/base/words.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { UnitHit } from './query.ts'

/**
 * Decides how a result looks in an answer. A catalogue encodes each card once and copies it into every answer. The
 * operations make cards; the catalogue stores them without knowing what they say.
 */
export interface CardMaker {
  /** Changes whenever any card would come out differently; cards with another fingerprint are made again. */
  readonly fingerprint: string
  /** The words that a catalogue puts in the place of `STORED_WORDS` when it answers. */
  readonly words: Words
  /**
   * Has a worker make the same CardMaker: it calls the module's export named `factory` with the argument, a plain
   * value.
   */
  readonly recipe: { readonly module: string; readonly factory: string; readonly argument: unknown }
  /**
   * One line of JSON. `STORED_WORDS` stand for the service's words. Whatever depends on today's date is a placeholder
   * of fixed width, which `date` fills in. So a card is never sent as stored.
   */
  card(home: Home, people: ListingPeople): string
  /** See `Dating`; a building's card needs none. */
  date(answer: Uint8Array, at: number, today: number): void
  /** The first part of a building's card: the same in every answer, with `STORED_WORDS`. */
  buildingPart(building: Building): string
  /** The rest of a building's card, which depends on the units that match. ASCII. */
  unitsPart(units: UnitsSummary): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** Makes the cards of a noun whose results are not grouped. */
export interface RecordCards<R> extends Dating {
  card(record: R): string
}

/** Fills in what depends on today's date in the cards of a noun: days since the listing, past open houses. */
export interface Dating {
  /**
   * Dates the copy of a card, with the service's words in it, that begins at `at` of an answer. The length stays the
   * same. To be called once per copy.
   */
  date(answer: Uint8Array, at: number, today: number): void
}

export function datingOf(noun: SearchedNoun, cards: CardMaker): Dating {
  return noun === 'home' ? cards : cards[noun]
}

/** Summary of the matching units for a building's card. */
export interface UnitsSummary {
  /** The best unit. */
  readonly zpid: number
  readonly count: number
  /** undefined when no unit's price is known. */
  readonly minPrice: number | undefined
  readonly maxPrice: number | undefined
  /**
   * In order of bedrooms, with rooms of shared homes after whole homes. Units with unknown bedrooms or price are left
   * out.
   */
  readonly kinds: readonly UnitKind[]
}

export interface UnitKind {
  readonly bedrooms: number
  readonly room: boolean
  readonly minPrice: number
}

/** Summarises units, best first; there is at least one. */
export function summaryOf(units: readonly UnitHit[]): UnitsSummary {
  const prices = units.flatMap(({ price }) => price ?? [])
  const pricedUnits = units.flatMap(({ bedrooms, price, room }) =>
    bedrooms === undefined || price === undefined ? [] : [{ bedrooms, price, room }],
  )
  const kinds = Map.groupBy(pricedUnits, ({ bedrooms, room }) => bedrooms * 2 + Number(room))
  return {
    zpid: units[0]?.zpid ?? Number.NaN,
    count: units.length,
    minPrice: prices.length === 0 ? undefined : prices.reduce((a, b) => Math.min(a, b)),
    maxPrice: prices.length === 0 ? undefined : prices.reduce((a, b) => Math.max(a, b)),
    kinds: [...kinds]
      .sort(([one], [other]) => one - other)
      .map(([key, of]) => ({
        bedrooms: Math.floor(key / 2),
        room: key % 2 === 1,
        minPrice: of.map(({ price }) => price).reduce((a, b) => Math.min(a, b)),
      })),
  }
}
