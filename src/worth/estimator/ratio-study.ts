import { median } from '../../kit/algorithms/median.ts'

/**
 * Sold homes with prices and with estimates that were made without knowing the prices. All lists have the same length.
 */
export interface EstimatedSales {
  readonly prices: ArrayLike<number>
  readonly estimates: ArrayLike<number>
  /** The intervals given with the estimates, one for each promised share of sales: 0.8 and 0.9. */
  readonly intervals?: readonly EstimatedInterval[]
}

export interface EstimatedInterval {
  readonly promised: number
  readonly lows: ArrayLike<number>
  readonly highs: ArrayLike<number>
}

/** The share of prices that are within an interval, ends included. */
export interface Coverage {
  readonly promised: number
  readonly covered: number
}

/** The sales of one fifth of the price range. Equal prices are never split. */
export interface PriceFifth {
  readonly sales: number
  readonly lowestPrice: number
  readonly highestPrice: number
  readonly medianError: number
  readonly coverage: readonly Coverage[]
}

/**
 * How estimates compare with prices. Errors and shares are fractions: 0.075 is 7.5 %. Figures are NaN if there are no
 * sales. The price-related bias is also NaN if all values are equal.
 */
export interface RatioStudy {
  readonly sales: number
  /** Number of sales that were left out because the price or the estimate is not above 0. */
  readonly excluded: number
  /** Median of the absolute errors, as fractions of the price. */
  readonly medianError: number
  /** Median of the signed errors; positive if most estimates are too high. */
  readonly signedMedianError: number
  readonly within5: number
  readonly within10: number
  readonly within20: number
  /** Median of estimate divided by price. */
  readonly medianRatio: number
  /**
   * Coefficient of dispersion in percent: how far the ratios are from the median ratio on average, divided by the
   * median ratio.
   */
  readonly cod: number
  /**
   * Price-related differential: the mean ratio, divided by the ratio of the sums. Above 1 if estimates of expensive
   * homes are too low.
   */
  readonly prd: number
  /**
   * Coefficient of price-related bias: how much the ratio changes when the value doubles, as a share of the median
   * ratio.
   */
  readonly prb: number
  readonly coverage: readonly Coverage[]
  /** Lowest prices first. Fewer than five if many prices are equal. */
  readonly fifths: readonly PriceFifth[]
}

/**
 * Limits of the International Association of Assessing Officers (Standard on Ratio Studies, 2013, table 1-3 and section
 * 9.2.7). Dispersion may be up to 10 for new or similar homes, and up to 15 for older or mixed homes. Below 5 is
 * suspicious for assessors, who know the prices, but good here.
 */
export const IAAO_BOUNDS = {
  codOfAlike: 10,
  cod: 15,
  prd: { low: 0.98, high: 1.03 },
  prb: { low: -0.05, high: 0.05 },
} as const

/** Follows the definitions of the IAAO's Standard on Ratio Studies (2013). */
export function ratioStudy(sales: EstimatedSales): RatioStudy {
  const included = Array.from(sales.prices, (_, i) => i).filter(
    (i) => isAmount(sales.prices[i]) && isAmount(sales.estimates[i]),
  )
  const prices = picked(sales.prices, included)
  const estimates = picked(sales.estimates, included)
  const intervals = (sales.intervals ?? []).map(({ promised, lows, highs }) => ({
    promised,
    lows: picked(lows, included),
    highs: picked(highs, included),
  }))
  const ratios = prices.map((price, i) => at(estimates, i) / price)
  const errors = ratios.map((ratio) => Math.abs(ratio - 1))
  const medianRatio = median(ratios)
  return {
    sales: included.length,
    excluded: sales.prices.length - included.length,
    medianError: median(errors),
    signedMedianError: medianRatio - 1,
    within5: shareWithin(5, prices, estimates),
    within10: shareWithin(10, prices, estimates),
    within20: shareWithin(20, prices, estimates),
    medianRatio,
    cod: (100 * mean(ratios.map((ratio) => Math.abs(ratio - medianRatio)))) / medianRatio,
    prd: mean(ratios) / (sum(estimates) / sum(prices)),
    prb: priceRelatedBias(prices, estimates, ratios, medianRatio),
    coverage: intervals.map((interval) => coverageOf(interval, prices)),
    fifths: priceFifths(prices, errors, intervals),
  }
}

interface PickedInterval {
  readonly promised: number
  readonly lows: Float64Array
  readonly highs: Float64Array
}

/**
 * The slope of the ratios' relative distance from their median, over the binary logarithm of value. Value is the mean
 * of the price and the estimate, with estimates scaled to the level of prices (appendix D).
 */
function priceRelatedBias(
  prices: Float64Array,
  estimates: Float64Array,
  ratios: Float64Array,
  medianRatio: number,
): number {
  const doublings = prices.map((price, i) => Math.log2(price / 2 + at(estimates, i) / medianRatio / 2))
  const middle = mean(doublings)
  let [products, squares] = [0, 0]
  for (const [i, ratio] of ratios.entries()) {
    const more = at(doublings, i) - middle
    products += (more * (ratio - medianRatio)) / medianRatio
    squares += more * more
  }
  return squares > NO_SPREAD * ratios.length ? products / squares : Number.NaN
}

/** Smaller variation in values is only rounding error. */
const NO_SPREAD = 1e-20

function priceFifths(
  prices: Float64Array,
  errors: Float64Array,
  intervals: readonly PickedInterval[],
): readonly PriceFifth[] {
  const sorted = prices.toSorted()
  const bounds = [1, 2, 3, 4].map((fifth) => sorted[Math.ceil((fifth * sorted.length) / 5)] ?? Number.POSITIVE_INFINITY)
  const members: number[][] = [[], [], [], [], []]
  for (const [i, price] of prices.entries()) members[bounds.filter((bound) => bound <= price).length]?.push(i)
  return members
    .filter((fifth) => fifth.length > 0)
    .map((fifth) => {
      const own = picked(prices, fifth).sort()
      return {
        sales: fifth.length,
        lowestPrice: at(own, 0),
        highestPrice: at(own, own.length - 1),
        medianError: median(picked(errors, fifth)),
        coverage: intervals.map(({ promised, lows, highs }) =>
          coverageOf({ promised, lows: picked(lows, fifth), highs: picked(highs, fifth) }, picked(prices, fifth)),
        ),
      }
    })
}

function coverageOf({ promised, lows, highs }: PickedInterval, prices: Float64Array): Coverage {
  const inside = prices.reduce((count, price, i) => count + Number(price >= at(lows, i) && price <= at(highs, i)), 0)
  return { promised, covered: inside / prices.length }
}

function isAmount(value: number | undefined): boolean {
  return value !== undefined && value > 0 && value < Number.POSITIVE_INFINITY
}

function picked(values: ArrayLike<number>, indexes: readonly number[]): Float64Array {
  return Float64Array.from(indexes, (i) => values[i] ?? Number.NaN)
}

/** Exact for whole dollars: 105,000 is within 5 % of 100,000. */
function shareWithin(percent: number, prices: Float64Array, estimates: Float64Array): number {
  const isWithin = (price: number, i: number) => Math.abs(at(estimates, i) - price) * 100 <= percent * price
  return prices.reduce((count, price, i) => count + Number(isWithin(price, i)), 0) / prices.length
}

function mean(values: Float64Array): number {
  return sum(values) / values.length
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function at(values: Float64Array, i: number): number {
  return values[i] as number // in bounds
}
