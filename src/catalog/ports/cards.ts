import type { Words } from '../../kit/base/words.ts'
import type { Building } from '../../model/building.ts'
import type { Experience } from '../../model/experience.ts'
import type { Home } from '../../model/home.ts'
import type { Offer } from '../../model/offer.ts'
import type { ListingPeople } from '../../model/property-columns.ts'
import type { SearchedNoun } from '../../model/searched.ts'
import type { UnitHit } from './query.ts'

/**
 * Writes search results as JSON. The JSON of one result is called a card. A catalog stores cards and copies them into
 * answers without parsing them.
 */
export interface CardMaker {
  /** Identifies how cards are written. If the fingerprint changes, the catalog regenerates all cards. */
  readonly fingerprint: string
  /**
   * Names and URLs that the operator can change. Stored cards contain `STORED_WORDS`, which each answer replaces with
   * these words.
   */
  readonly words: Words
  /**
   * How a worker thread creates the same CardMaker: by calling the module's export `factory` with `argument`. The
   * argument must be cloneable.
   */
  readonly recipe: { readonly module: string; readonly factory: string; readonly argument: unknown }
  /** Returns the card as the catalog stores it: as `Dating` describes, with `STORED_WORDS` for the operator's words. */
  card(home: Home, people: ListingPeople): string
  /** Returns the part of a card that depends on the day; see `Dating`. Cards of buildings have no such part. */
  head(facts: string, today: number): string
  /** Returns the fixed part of a building's card, with `STORED_WORDS` for the operator's words. */
  buildingPart(building: Building): string
  /** Returns the part of a building's card that depends on the matching units. The text is ASCII. */
  unitsPart(units: UnitsSummary): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** Makes cards of offers or experiences. */
export interface RecordCards<R> extends Dating {
  card(record: R): string
}

/**
 * Writes the part of a card that depends on the day of the answer, such as days since the listing and future open
 * houses. It comes first in a card.
 *
 * A stored card has the facts for this part, a line break, and the rest of the card. The facts and the line break are
 * ASCII. Facts that are a single whole number are below 2^53 and shared by many cards.
 */
export interface Dating {
  /** Returns the part for the day `today`, with the operator's words. */
  head(facts: string, today: number): string
}

export const FACTS_END = '\n'

/** Turns a stored card into the card for an answer on the day `today`. */
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
   * Cheapest price for each number of bedrooms, fewest bedrooms first; whole homes before rooms in shared homes.
   * Ignores units without known bedrooms or price.
   */
  readonly kinds: readonly UnitKind[]
}

export interface UnitKind {
  readonly bedrooms: number
  readonly room: boolean
  readonly minPrice: number
}

/** Summarizes a non-empty list of units, best unit first. */
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
