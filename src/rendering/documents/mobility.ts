import { type AnswerOf, component, nullable, object, text, whole } from '../../answers/index.ts'
import type { MobilityScores } from '../../model/home.ts'

/** What a score of at least so much means, from the highest down. */
type Meanings = readonly (readonly [least: number, meaning: string])[]

const WALK: Meanings = [
  [90, 'Daily errands need no car'],
  [70, 'Most errands can be done on foot'],
  [50, 'Some errands can be done on foot'],
  [25, 'Most errands need a car'],
  [0, 'Nearly all errands need a car'],
]

const TRANSIT: Meanings = [
  [90, 'Public transit for nearly every trip'],
  [70, 'Public transit for most trips'],
  [50, 'Many public transit lines nearby'],
  [25, 'A few public transit lines nearby'],
  [0, 'Hardly any public transit nearby'],
]

const BIKE: Meanings = [
  [90, 'Daily errands can be done by bike'],
  [70, 'Most trips can be done by bike'],
  [50, 'Some trips can be done by bike'],
  [0, 'Few trips can be done by bike'],
]

const SCORE = whole('0 to 100, as the source gives it.')
const MEANING = text('What such a score means.')

/** Under the names that client programs read, which differ from score to score. */
export const MOBILITY_FIELDS = {
  walkScore: nullable(object({ walkscore: SCORE, description: MEANING }), 'Null if unknown.'),
  transitScore: nullable(object({ transit_score: SCORE, description: MEANING }), 'Null if unknown.'),
  bikeScore: nullable(object({ bikescore: SCORE, description: MEANING }), 'Null if unknown.'),
}

export const MOBILITY = component('Mobility', object(MOBILITY_FIELDS))

/** How well a place can be lived in without a car. */
export function mobility({ walkScore, transitScore, bikeScore }: MobilityScores): AnswerOf<typeof MOBILITY> {
  return {
    walkScore: walkScore === undefined ? null : { walkscore: walkScore, description: meaningOf(walkScore, WALK) },
    transitScore:
      transitScore === undefined
        ? null
        : { transit_score: transitScore, description: meaningOf(transitScore, TRANSIT) },
    bikeScore: bikeScore === undefined ? null : { bikescore: bikeScore, description: meaningOf(bikeScore, BIKE) },
  }
}

export function hasMobility({ walkScore, transitScore, bikeScore }: MobilityScores): boolean {
  return walkScore !== undefined || transitScore !== undefined || bikeScore !== undefined
}

function meaningOf(score: number, meanings: Meanings): string {
  return meanings.find(([least]) => score >= least)?.[1] ?? ''
}
