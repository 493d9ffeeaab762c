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
  /** What of a building's card is the same in every answer, made once and handed to `buildingCard` again. */
  buildingPart(building: Building): string
  /** The card of a building whose matching units are these. */
  buildingCard(part: string, units: readonly UnitHit[]): string
  readonly offer: RecordCards<Offer>
  readonly experience: RecordCards<Experience>
}

/** The cards of a noun whose records are shown one by one; `card` and `date` as those of homes. */
export interface RecordCards<R> {
  card(record: R): string
  date(answer: Uint8Array, at: number, today: number): void
}

/** Who lists a home, as far as the catalogue knows. */
export interface CardPeople {
  readonly agent: Agent | undefined
  readonly office: Office | undefined
}
