import type { Agent, Office } from '../model/agent.ts'
import type { Building } from '../model/building.ts'
import type { Experience } from '../model/experience.ts'
import type { Home } from '../model/home.ts'
import type { Offer } from '../model/offer.ts'
import type { UnitHit } from './query.ts'

/**
 * How a result looks in an answer: what a catalogue encodes once for each home and copies into every answer. Made by the
 * operations, kept by the catalogue, which knows nothing of what a card says.
 */
export interface CardMaker {
  /** Changes whenever any card would come out otherwise: cards made under another one are made again. */
  readonly fingerprint: string
  /**
   * Where the pictures lie that cards name: each in a string that begins with this and `/media/`, as no other string does. No
   * part of the fingerprint: a catalogue puts it in the place of the one that its cards were made with.
   */
  readonly mediaOrigin: string
  /** How another thread makes the same one: `recipe.made` of the module, called with the argument, a plain value. */
  readonly recipe: { readonly module: string; readonly made: string; readonly argument: unknown }
  /**
   * One line of JSON without line ends. Whatever in it follows today's date has a place of fixed width and waits for
   * `date`: a card is never shown as it is.
   */
  card(home: Home, people: CardPeople): string
  /**
   * Brings the copy of a card that begins at `at` of an answer to a day: the days since the listing, open houses that are
   * over. Its length stays. Once for each copy; a building's card needs none.
   */
  date(answer: Uint8Array, at: number, today: number): void
  /** The beginning of a building's card: what is the same in every answer. */
  buildingPart(building: Building): string
  /** The rest of it, which follows the units that match. ASCII. */
  unitsPart(units: UnitsInShort): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** The cards of a noun whose records are shown one by one; `card` and `date` as those of homes. */
export interface RecordCards<R> {
  card(record: R): string
  date(answer: Uint8Array, at: number, today: number): void
}

/** What a building's card says of the units that match. */
export interface UnitsInShort {
  /** The best of them. */
  readonly zpid: number
  readonly count: number
  /** undefined when no unit's price is known. */
  readonly minPrice: number | undefined
  readonly maxPrice: number | undefined
  /**
   * By bedrooms, rooms of shared homes behind the whole homes with as many; units of which bedrooms or price is not known
   * are left out.
   */
  readonly kinds: readonly UnitKind[]
}

export interface UnitKind {
  readonly bedrooms: number
  readonly room: boolean
  readonly minPrice: number
}

/** Of units that are at hand one by one, best first; there is at least one. */
export function inShort(units: readonly UnitHit[]): UnitsInShort {
  const prices = units.flatMap(({ price }) => price ?? [])
  const known = units.flatMap(({ bedrooms, price, room }) =>
    bedrooms === undefined || price === undefined ? [] : [{ bedrooms, price, room }],
  )
  const kinds = Map.groupBy(known, ({ bedrooms, room }) => bedrooms * 2 + Number(room))
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

/** Who lists a home, as far as the catalogue knows. */
export interface CardPeople {
  readonly agent: Agent | undefined
  readonly office: Office | undefined
}
