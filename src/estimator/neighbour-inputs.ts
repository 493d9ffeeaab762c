import { median } from '../base/median.ts'
import { adjustedPrice, appraise, type ComparableSale, type Effects } from './appraisal.ts'
import { dissimilarity, type Traits } from './likeness.ts'
import { levelOn, type PriceLevel } from './price-level.ts'

/** What the sales around a home say of it; prices are logarithms without the level of the market. */
export const NEIGHBOUR_INPUTS = [
  'comparables',
  'comparablesSpread',
  'comparablesMean',
  'comparablesDistance',
  'pricePerArea',
  'nearestPrices',
  'within300M',
  'within1000M',
  'within3000M',
] as const

/** The nearest sales whose price for their size tells that of the place. */
const NEAREST = 12

/** Adjusted prices are averaged over the street, the quarter and the part of the town. */
const REACHES_M = [300, 1000, 3000]

/** Sales at this dissimilarity count half. */
const HALF_DISSIMILARITY = 6

/** How a market adjusts one sale to another. */
export interface Adjustment {
  readonly effects: Effects
  readonly level: PriceLevel
}

/**
 * Writes what the sales around a home, the nearest first, say of it as of a day, as `NEIGHBOUR_INPUTS` names it; NaN
 * where there are none. Training and serving both ask here. The market's own level takes the place of the sales' market
 * factors.
 */
export function writeNeighbourInputs(
  home: Traits,
  sales: readonly ComparableSale[],
  asOfDay: number,
  { effects, level }: Adjustment,
  to: Float32Array,
  start: number,
): void {
  if (sales.length === 0) {
    to.fill(Number.NaN, start, start + NEIGHBOUR_INPUTS.length)
    return
  }
  const now = levelOn(level, asOfDay)
  const current = atLevel(sales, asOfDay, level)
  writeComparables(home, current, effects, now, to, start)
  const nearest = current.slice(0, NEAREST)
  const prices = nearest.map(({ price, marketFactor }) => price * marketFactor)
  to[start + 4] = median(nearest.map(({ traits }, i) => Math.log((prices[i] as number) / traits.livingArea) - now))
  to[start + 5] = median(prices.map((price) => Math.log(price) - now))
  writeReaches(home, current, effects, now, to, start + 6)
}

/** The sales, their prices brought to a day by the level of the market. */
export function atLevel(sales: readonly ComparableSale[], asOfDay: number, level: PriceLevel): ComparableSale[] {
  const now = levelOn(level, asOfDay)
  // Key by key: a spread takes several times as long, and this runs for each neighbour of each sale.
  return sales.map(({ zpid, traits, price, distanceM, daysAgo }) => {
    const marketFactor = Math.exp(now - levelOn(level, asOfDay - daysAgo))
    return { zpid, traits, price, distanceM, daysAgo, marketFactor }
  })
}

/** The middle, the spread, the mean and the distance of those that weigh most. */
function writeComparables(
  home: Traits,
  sales: readonly ComparableSale[],
  effects: Effects,
  now: number,
  to: Float32Array,
  start: number,
): void {
  const { comparisons, value } = appraise(home, sales, effects)
  const middle = Math.log(value ?? Number.NaN) - now
  let [spread, mean, distanceM] = [0, 0, 0]
  for (const { adjustedPrice: price, weight, distanceM: away } of comparisons) {
    const logarithm = Math.log(price) - now
    spread += weight * Math.abs(logarithm - middle)
    mean += weight * logarithm
    distanceM += weight * away
  }
  to[start] = middle
  to[start + 1] = spread
  to[start + 2] = mean
  to[start + 3] = distanceM
}

/** Means of all adjusted prices, near and like homes first, for each of `REACHES_M`. */
function writeReaches(
  home: Traits,
  sales: readonly ComparableSale[],
  effects: Effects,
  now: number,
  to: Float32Array,
  start: number,
): void {
  const sums = new Float64Array(REACHES_M.length)
  const weights = new Float64Array(REACHES_M.length)
  for (const sale of sales) {
    const logarithm = Math.log(adjustedPrice(home, sale, effects)) - now
    const likeness = 1 / (1 + dissimilarity(home, sale.traits) / HALF_DISSIMILARITY)
    for (const [i, reachM] of REACHES_M.entries()) {
      const weight = likeness / (1 + (sale.distanceM / reachM) ** 2) ** 2
      weights[i] = (weights[i] as number) + weight
      sums[i] = (sums[i] as number) + weight * logarithm
    }
  }
  for (const [i, sum] of sums.entries()) to[start + i] = sum / (weights[i] as number)
}
