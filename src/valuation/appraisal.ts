import { weightedMedian } from '../base/median.ts'
import { HOME_TYPES } from '../model/home.ts'
import { COMPARED, difference, type Traits, unlikeness } from './likeness.ts'

/** A home that was sold, as an appraiser looks at it. */
export interface ComparableSale {
  readonly zpid: number
  readonly traits: Traits
  readonly price: number
  readonly distanceM: number
  /** How long ago it was sold. */
  readonly daysAgo: number
  /** How the market has moved since: a home worth 1 then is worth so much now. */
  readonly marketFactor: number
}

/** A sale with what it says of the home. */
export interface Comparison extends ComparableSale {
  /** What the home would fetch by this sale alone: its price, brought to today and to the facts of the home. */
  readonly adjustedPrice: number
  /** Share of all weight, 0 to 1. */
  readonly weight: number
}

export interface Appraisal {
  /** Those that count most, most first. */
  readonly comparisons: readonly Comparison[]
  /** The weighted median of their adjusted prices; undefined without any sale. */
  readonly value: number | undefined
}

/** So far away, or so long ago, a sale is as unlike as one of a step. */
const DISTANCE_STEP_M = 1200
const TIME_STEP_DAYS = 180

/** Sales that an appraisal rests on. */
const MOST_COMPARISONS = 15

/**
 * By how much the logarithm of a price rises with each fact, other things equal; of sizes, with their logarithm: a
 * home of twice the living area fetches 2 ^ 0.5 times as much, so that the further square foot costs less than the
 * first. Bedrooms alone add nothing to a given area. Fitted by hand on real sales, see docs/benchmarks.md: nearby
 * values change little.
 */
const EFFECTS: Readonly<Record<(typeof COMPARED)[number], number>> = {
  livingArea: 0.5,
  lotSize: 0.06,
  bedrooms: 0,
  bathrooms: 0.03,
  yearBuilt: 0.001,
  qualityGrade: 0.09,
  conditionGrade: 0.05,
  viewGrade: 0.06,
  waterfront: 0.4,
}

/** Land is worth what its size is. */
const LAND_EFFECTS: typeof EFFECTS = { ...EFFECTS, lotSize: 0.6 }

const LAND = HOME_TYPES.indexOf('LOT')

/**
 * The sales that tell most about a home, what each of them says, and what they say together. Pure: no clock, no
 * catalogue.
 */
export function appraise(home: Traits, sales: readonly ComparableSale[]): Appraisal {
  const best = sales
    .map((sale) => ({ sale, importance: importanceOf(home, sale) }))
    .sort((one, other) => other.importance - one.importance || one.sale.zpid - other.sale.zpid)
    .slice(0, MOST_COMPARISONS)
  const total = best.reduce((sum, { importance }) => sum + importance, 0)
  const comparisons = best.map(({ sale, importance }) => ({
    ...sale,
    adjustedPrice: adjustedPrice(home, sale),
    weight: importance / total,
  }))
  const value = weightedMedian(comparisons.map((each) => ({ value: each.adjustedPrice, weight: each.weight })))
  return { comparisons, value }
}

/**
 * Falls with distance, age of the sale and every difference, but never to nothing: out in the country all sales are
 * far.
 */
function importanceOf(home: Traits, { traits, distanceM, daysAgo }: ComparableSale): number {
  const away = (distanceM / DISTANCE_STEP_M) ** 2 + (daysAgo / TIME_STEP_DAYS) ** 2 + unlikeness(home, traits)
  return 1 / (1 + away) ** 2
}

function adjustedPrice(home: Traits, { traits, price, marketFactor }: ComparableSale): number {
  const effects = home.homeType === LAND ? LAND_EFFECTS : EFFECTS
  let logarithm = 0
  for (const trait of COMPARED) {
    const more = difference(trait, home, traits)
    if (!Number.isNaN(more)) logarithm += effects[trait] * more
  }
  return price * marketFactor * Math.exp(logarithm)
}
