import { Random } from '../src/kit/algorithms/random.ts'
import type { MobilityScores } from '../src/model/home.ts'
import type { Block } from './block.ts'

/** Share of blocks without scores. */
const UNSCORED = 0.04

/** Places below this density have no public transit and no transit score. */
const TRANSIT_FROM = 0.12

/** Returns scores that rise with density. They describe the place, so all homes of a block have the same scores. */
export function mobilityScores({ ordinal, zip: { urbanity, hash } }: Block): MobilityScores {
  const random = new Random(hash, 'mobility', ordinal)
  if (random.chance(UNSCORED)) return {}
  const walkScore = score(8 + 82 * urbanity + 7 * random.bell())
  const bikeScore = score(22 + 58 * urbanity + 9 * random.bell())
  if (urbanity < TRANSIT_FROM) return { walkScore, bikeScore }
  return { walkScore, transitScore: score(4 + 82 * urbanity ** 1.3 + 6 * random.bell()), bikeScore }
}

function score(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)))
}
