import { weightedMedian } from '../base/median.ts'
import { HOME_TYPES } from '../model/home.ts'
import { COMPARED, difference, dissimilarity, type Traits } from './likeness.ts'

/** A sold home, as an appraiser sees it. */
export interface ComparableSale {
  readonly zpid: number
  readonly traits: Traits
  readonly price: number
  readonly distanceM: number
  /** Days since the sale. */
  readonly daysAgo: number
  /** Market change since the sale: a home worth 1 then is worth this much now. */
  readonly marketFactor: number
}

/** A sale, with the value that it suggests for the home. */
export interface Comparison extends ComparableSale {
  /** The home's value by this sale alone: its price, adjusted to today and to the home's own traits. */
  readonly adjustedPrice: number
  /** Share of the total weight, 0 to 1. */
  readonly weight: number
}

export interface Appraisal {
  /** Those with the greatest weight, in descending order. */
  readonly comparisons: readonly Comparison[]
  /** The weighted median of their adjusted prices; undefined if there are no sales. */
  readonly value: number | undefined
}

/** How much the logarithm of a price rises with each trait; for sizes, with their logarithm. */
export type Effects = Readonly<Record<(typeof COMPARED)[number], number>>

/** A sale at this distance, or this long ago, is as dissimilar as one that differs by one step. */
const DISTANCE_STEP_M = 1200
const TIME_STEP_DAYS = 180

/** Maximum number of sales that an appraisal rests on. */
const MAX_COMPARISONS = 15

/**
 * How much the logarithm of a price rises with each trait, other things being equal; for sizes, with their logarithm: a
 * home of twice the living area costs 2 ^ 0.5 times as much, so each further square foot costs less than the one
 * before. More bedrooms in the same area add nothing. Fitted by hand to real sales, see docs/benchmarks.md: nearby
 * values change little.
 */
export const HAND_SET_EFFECTS: Effects = {
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

/** Land is valued by its size, whatever the effects of homes. */
const LAND_EFFECTS: Effects = { ...HAND_SET_EFFECTS, lotSize: 0.6 }

const LAND = HOME_TYPES.indexOf('LOT')

/**
 * The most relevant sales for a home, the value that each suggests, and the value that they suggest together. Pure: no
 * clock, no catalogue. `effects` are those that an estimator was fitted with, where there is one.
 */
export function appraise(
  home: Traits,
  sales: readonly ComparableSale[],
  effects: Effects = HAND_SET_EFFECTS,
): Appraisal {
  const best = sales
    .map((sale) => ({ sale, importance: importanceOf(home, sale) }))
    .sort((one, other) => other.importance - one.importance || one.sale.zpid - other.sale.zpid)
    .slice(0, MAX_COMPARISONS)
  const used = home.homeType === LAND ? LAND_EFFECTS : effects
  const total = best.reduce((sum, { importance }) => sum + importance, 0)
  const comparisons = best.map(({ sale, importance }) => ({
    ...sale,
    adjustedPrice: adjustedPrice(home, sale, used),
    weight: importance / total,
  }))
  const value = weightedMedian(comparisons.map((each) => ({ value: each.adjustedPrice, weight: each.weight })))
  return { comparisons, value }
}

/**
 * Falls with distance, age of the sale and every difference, but never to zero: in the country all sales are far away.
 */
function importanceOf(home: Traits, { traits, distanceM, daysAgo }: ComparableSale): number {
  const away = (distanceM / DISTANCE_STEP_M) ** 2 + (daysAgo / TIME_STEP_DAYS) ** 2 + dissimilarity(home, traits)
  return 1 / (1 + away) ** 2
}

/** What a home is worth by one sale alone, as of the day that its market factor leads to. */
export function adjustedPrice(home: Traits, { traits, price, marketFactor }: ComparableSale, effects: Effects): number {
  let logarithm = 0
  for (const trait of COMPARED) {
    const more = difference(trait, home, traits)
    if (!Number.isNaN(more)) logarithm += effects[trait] * more
  }
  return price * marketFactor * Math.exp(logarithm)
}
