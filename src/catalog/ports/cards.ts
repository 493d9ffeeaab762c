import type { Words } from '../../kit/base/words.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { UnitHit } from './query.ts'

/**
 * Writes results as JSON ("cards"). Operations provide the card maker. A catalog stores each encoded card and copies it
 * into every answer, without reading the card.
 */
export interface CardMaker {
  /** Changes whenever any card would be written differently. The catalog then makes its cards again. */
  readonly fingerprint: string
  /** The words that a catalog inserts in place of `STORED_WORDS` when it answers. */
  readonly words: Words
  /**
   * Lets a worker thread create the same CardMaker: the worker calls the module's export `factory` with `argument`, a
   * plain value.
   */
  readonly recipe: { readonly module: string; readonly factory: string; readonly argument: unknown }
  /** Returns the stored card (see `Dating`). It contains `STORED_WORDS` in place of the service's words. */
  card(home: Home, people: ListingPeople): string
  /** Returns the beginning of a card; see `Dating`. A building's card has no such beginning. */
  head(facts: string, today: number): string
  /** Returns the first part of a building's card, which is the same in every answer. Contains `STORED_WORDS`. */
  buildingPart(building: Building): string
  /** Returns the rest of a building's card, which depends on the matching units. The text is ASCII. */
  unitsPart(units: UnitsSummary): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** Makes the cards of a noun whose results are never grouped into buildings. */
export interface RecordCards<R> extends Dating {
  card(record: R): string
}

/**
 * Writes the beginning of a card, which depends on the day of the answer (days since the listing, future open houses).
 * A stored card consists of the facts for its beginning, a line break, and the rest of the card. Everything up to the
 * line break is ASCII. If the facts are a single whole number, it is less than 2^53 and the same for many cards.
 */
export interface Dating {
  /** Returns the beginning of a card, with the service's words. */
  head(facts: string, today: number): string
}

export const FACTS_END = '\n'

/** Returns the card for an answer on the day `today`. */
export function datedCard(stored: string, dating: Dating, today: number): string {
  const end = stored.indexOf(FACTS_END)
  return dating.head(stored.slice(0, end), today) + stored.slice(end + 1)
}

export function datingOf(noun: SearchedNoun, cards: CardMaker): Dating {
  return noun === 'home' ? cards : cards[noun]
}

/** Summary of the matching units for a building's card. */
export interface UnitsSummary {
  /** Id of the best unit. */
  readonly zpid: number
  readonly count: number
  /** Undefined if no unit has a known price. */
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

/** Summarizes units, which are sorted best first. The list must not be empty. */
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
