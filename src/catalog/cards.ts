import type { Agent, Office } from '../model/agent.ts'
import type { Building } from '../model/building.ts'
import type { Home } from '../model/home.ts'
import type { UnitHit } from './query.ts'

/**
 * How a result looks in an answer: what a catalogue encodes once for each home and copies into every answer. Made by the
 * operations, kept by the catalogue, which knows nothing of what a card says.
 */
export interface CardMaker {
  /** Changes whenever any card would come out otherwise: cards made under another one are made again. */
  readonly fingerprint: string
  /**
   * One line of JSON without line ends. Whatever in it follows today's date stands in `dayHoles`, blank.
   */
  card(home: Home, people: CardPeople): string
  /** Places in every card, as bytes from its beginning, where the days since the listing stand, each DAY_DIGITS wide. */
  readonly dayHoles: readonly number[]
  /** What of a building's card is the same in every answer, made once and handed to `buildingCard` again. */
  buildingPart(building: Building): string
  /** The card of a building whose matching units are these. */
  buildingCard(part: string, units: readonly UnitHit[]): string
}

/** Who lists a home, as far as the catalogue knows. */
export interface CardPeople {
  readonly agent: Agent | undefined
  readonly office: Office | undefined
}

/** Digits that a number of days has room for; JSON allows the blanks before it. */
export const DAY_DIGITS = 6
