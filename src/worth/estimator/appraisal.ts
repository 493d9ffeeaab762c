import { weightedMedian } from '../../kit/algorithms/median.ts'
import { HOME_TYPES } from '../../model/home.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { COMPARED, TRAIT_NUMBERS, type Traits, writeTraits } from './likeness.ts'
import { aroundOf, Weighing } from './weighing.ts'

/** A sale, with the value that it suggests for the home. */
export interface Comparison extends ComparableSale {
  /** The home's value by this sale alone: its price, adjusted to today and to the home's own traits. */
  readonly adjustedPrice: number
  /** Share of the total weight, 0 to 1. */
  readonly weight: number
}

export interface Appraisal {
  /** Lists those with the greatest weight, in descending order. */
  readonly comparisons: readonly Comparison[]
  /** The middle of their adjusted prices, see `middleOf`; undefined if there are no sales. */
  readonly value: number | undefined
}

/** How much the logarithm of a price rises with each trait; for sizes, with their logarithm. */
export type Effects = Readonly<Record<(typeof COMPARED)[number], number>>

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

/** Land is valued by its size, with this effect instead of that of homes. */
const LAND_EFFECTS = effectsInOrder({ ...HAND_SET_EFFECTS, lotSize: 0.6 })

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
  const own = new Float64Array(TRAIT_NUMBERS)
  writeTraits(home, own, 0)
  const around = aroundOf(sales, 0)
  const weighing = new Weighing()
  weighing.weigh(own, 0, around, 0)
  const used = effectsFor(home.homeType, effectsInOrder(effects))
  const adjustments = Array.from({ length: weighing.count }, (_, nth) =>
    adjustmentAt(own, 0, around.sales.traits, (weighing.places[nth] as number) * TRAIT_NUMBERS, used),
  )
  const shares = sharesOf(weighing, adjustments)
  const comparisons = adjustments.map((by, nth) => {
    const sale = sales[weighing.places[nth] as number] as ComparableSale // the places are those of the sales
    return { ...sale, adjustedPrice: sale.price * sale.marketFactor * Math.exp(by), weight: shares[nth] as number }
  })
  comparisons.sort((one, other) => other.weight - one.weight)
  return { comparisons, value: middleOf(comparisons) }
}

/** A sale whose price is adjusted by so much, as a logarithm, is as dissimilar as one that differs by another step. */
const ADJUSTMENT_STEP = 0.3

/** The shares of sales in the total weight, once each has lost weight by its adjustment. */
export function sharesOf({ weights, totalWeight }: Weighing, adjustments: readonly number[]): readonly number[] {
  const left = adjustments.map((by, nth) => {
    const near = Math.sqrt((weights[nth] as number) * totalWeight)
    return 1 / (1 / near + (by / ADJUSTMENT_STEP) ** 2) ** 2
  })
  const total = left.reduce((sum, weight) => sum + weight, 0)
  return left.map((weight) => weight / total)
}

/** A price farther from the median, in logarithms, says no more than one at this distance. */
const MAX_APART = 0.1

/**
 * The weighted mean of what sales suggest, in which those far from the weighted median count as if they were near it.
 * The median alone would hang on one or two sales, and a plain mean on the wildest.
 */
export function middleOf(comparisons: readonly Pick<Comparison, 'adjustedPrice' | 'weight'>[]): number | undefined {
  const middle = weightedMedian(comparisons.map((each) => ({ value: each.adjustedPrice, weight: each.weight })))
  if (middle === undefined) return undefined
  let by = 0
  for (const { adjustedPrice, weight } of comparisons)
    by += weight * Math.max(-MAX_APART, Math.min(MAX_APART, Math.log(adjustedPrice / middle)))
  return middle * Math.exp(by)
}

/** Returns the effects in the order of `COMPARED`. */
export function effectsInOrder(effects: Effects): Float64Array {
  return Float64Array.from(COMPARED, (trait) => effects[trait])
}

/** Land has effects of its own. */
export function effectsFor(homeType: number, effects: Float64Array): Float64Array {
  return homeType === LAND ? LAND_EFFECTS : effects
}

/**
 * Returns the difference of the logarithms of two homes' prices. A trait counts only if it is known of both. Both lists are written by `writeTraits`; the homes begin at these places.
 */
export function adjustmentAt(
  homes: Float64Array,
  home: number,
  others: Float64Array,
  other: number,
  effects: Float64Array,
): number {
  let sum = 0
  for (let i = 0; i < effects.length; i++) {
    const more = (homes[home + 1 + i] as number) - (others[other + 1 + i] as number)
    if (!Number.isNaN(more)) sum += (effects[i] as number) * more
  }
  return sum
}
