import type { Words } from '../../kit/base/words.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { UnitHit } from './query.ts'

/**
 * Decides how a result looks in an answer. Operations provide the card maker. A catalog stores each card encoded and
 * copies it into every answer, without knowing what the card says.
 */
export interface CardMaker {
  /** Changes whenever any card would come out differently. The catalog then makes its cards again. */
  readonly fingerprint: string
  /** The words that a catalog substitutes for `STORED_WORDS` when it answers. */
  readonly words: Words
  /**
   * Lets a worker thread create the same CardMaker: the worker calls the module's export `factory` with `argument`, a
   * plain value.
   */
  readonly recipe: { readonly module: string; readonly factory: string; readonly argument: unknown }
  /**
   * One line of JSON, which is never sent as stored: `STORED_WORDS` stand for the service's words, and everything that
   * depends on today's date is a placeholder of fixed width, which `date` fills in.
   */
  card(home: Home, people: ListingPeople): string
  /** See `Dating`. A building's card needs no dating. */
  date(answer: Uint8Array, at: number, today: number): void
  /** The first part of a building's card, the same in every answer, with `STORED_WORDS`. */
  buildingPart(building: Building): string
  /** The rest of a building's card, which depends on the matching units. ASCII. */
  unitsPart(units: UnitsSummary): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** Makes the cards of a noun whose results are not grouped. */
export interface RecordCards<R> extends Dating {
  card(record: R): string
}

/** Fills in the parts of a noun's cards that depend on today's date: days since the listing, past open houses. */
export interface Dating {
  /**
   * Dates the copy of a card that begins at byte `at` of an answer and already has the service's words. The length
   * stays the same. Call it once per copy.
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
  /** Undefined if no unit's price is known. */
  readonly minPrice: number | undefined
  readonly maxPrice: number | undefined
  /**
   * In order of bedrooms; rooms in shared homes come after whole homes. Units with unknown bedrooms or price are left
   * out.
   */
  readonly kinds: readonly UnitKind[]
}

export interface UnitKind {
  readonly bedrooms: number
  readonly room: boolean
  readonly minPrice: number
}

/** Summarizes units, which come best first. There is at least one. */
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
