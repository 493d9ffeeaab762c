import { component, maybeMade, nullable, objectFrom, text, whole } from '../../../kit/answers/index.ts'
import type { MobilityScores } from '../../../model/home.ts'

/** Meanings of scores. Each applies from its minimum up; the highest minimum comes first. */
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

/** Declares the key that explains a score in words. The score itself has another key. */
function meaning(meanings: Meanings) {
  return objectFrom<number>()({
    description: [text('What such a score means.'), (score) => meanings.find(([least]) => score >= least)?.[1] ?? ''],
  }).keys
}

const WALK_SCORE = objectFrom<number>()({ walkscore: [SCORE, (score) => score], ...meaning(WALK) })
const TRANSIT_SCORE = objectFrom<number>()({ transit_score: [SCORE, (score) => score], ...meaning(TRANSIT) })
const BIKE_SCORE = objectFrom<number>()({ bikescore: [SCORE, (score) => score], ...meaning(BIKE) })

/** How well people can live at a place without a car. */
export const MOBILITY = component(
  'Mobility',
  objectFrom<MobilityScores>()({
    walkScore: maybeMade(nullable(WALK_SCORE, 'Null if unknown.'), WALK_SCORE, ({ walkScore }) => walkScore),
    transitScore: maybeMade(
      nullable(TRANSIT_SCORE, 'Null if unknown.'),
      TRANSIT_SCORE,
      ({ transitScore }) => transitScore,
    ),
    bikeScore: maybeMade(nullable(BIKE_SCORE, 'Null if unknown.'), BIKE_SCORE, ({ bikeScore }) => bikeScore),
  }),
)

export function hasMobility({ walkScore, transitScore, bikeScore }: MobilityScores): boolean {
  return walkScore !== undefined || transitScore !== undefined || bikeScore !== undefined
}
