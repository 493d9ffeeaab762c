import { weightedMedian } from '../../kit/algorithms/median.ts'
import { HOME_TYPES } from '../../model/home.ts'
import type { ComparableSale } from './comparable-sale.ts'
import { COMPARED, TRAIT_NUMBERS, type Traits, writeTraits } from './likeness.ts'
import { aroundOf, Weighing } from './weighing.ts'

/** A sale, and the value that it suggests for another home. */
export interface Comparison extends ComparableSale {
  /** The price of the sale, adjusted to today and to the traits of the home. */
  readonly adjustedPrice: number
  /** Share of the total weight, 0 to 1. */
  readonly weight: number
}

export interface Appraisal {
  /** Greatest weight first. */
  readonly comparisons: readonly Comparison[]
  /** Robust mean of the adjusted prices (see `middleOf`); undefined if there are no sales. */
  readonly value: number | undefined
}

/** How much the logarithm of a price rises with each trait. Sizes count as logarithms. */
export type Effects = Readonly<Record<(typeof COMPARED)[number], number>>

/**
 * Default effects, each for otherwise equal homes. Twice the living area costs 2 ^ 0.5 times as much. More bedrooms in
 * the same area add nothing. Fitted by hand to real sales (see docs/benchmarks.md); similar effects give similar
 * results.
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

/** Effects for land, whose value depends on its size. */
const LAND_EFFECTS = effectsInOrder({ ...HAND_SET_EFFECTS, lotSize: 0.6 })

const LAND = HOME_TYPES.indexOf('LOT')

/**
 * Returns the most relevant sales for a home, the value that each of them suggests, and the value that all of them
 * suggest together. Uses no clock and no catalog.
 * @param effects The effects fitted to the market, if there is an estimator.
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
    const sale = sales[weighing.places[nth] as number] as ComparableSale // in bounds: `places` contains indexes of `sales`
    return { ...sale, adjustedPrice: sale.price * sale.marketFactor * Math.exp(by), weight: shares[nth] as number }
  })
  comparisons.sort((one, other) => other.weight - one.weight)
  return { comparisons, value: middleOf(comparisons) }
}

/** An adjustment by this much (as a logarithm) counts as one step of dissimilarity; see `STEPS`. */
const ADJUSTMENT_STEP = 0.3

/** Returns each sale's share of the total weight. Sales that needed more adjustment have less weight. */
export function sharesOf({ weights, totalWeight }: Weighing, adjustments: readonly number[]): readonly number[] {
  const left = adjustments.map((by, nth) => {
    const near = Math.sqrt((weights[nth] as number) * totalWeight)
    return 1 / (1 / near + (by / ADJUSTMENT_STEP) ** 2) ** 2
  })
  const total = left.reduce((sum, weight) => sum + weight, 0)
  return left.map((weight) => weight / total)
}

/** Maximum distance of a price from the median, as a logarithm. Prices farther away are moved to this distance. */
const MAX_APART = 0.1

/**
 * Returns the weighted mean of adjusted prices, after moving outliers toward the weighted median. The median itself
 * would depend on one or two sales, and a plain mean on the wildest sale.
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

/** Returns the effects for a type of home, because land has different effects. */
export function effectsFor(homeType: number, effects: Float64Array): Float64Array {
  return homeType === LAND ? LAND_EFFECTS : effects
}

/**
 * Returns the expected logarithm of two homes' price ratio. Ignores traits that are unknown for either home.
 * @param home Where the first home begins in `homes`, an array from `writeTraits`.
 * @param other Where the second home begins in `others`, an array from `writeTraits`.
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
