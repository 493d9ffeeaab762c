import { median } from '../base/median.ts'
import { appraise, type ComparableSale, type Effects } from './appraisal.ts'
import type { Traits } from './likeness.ts'
import { levelOn, type PriceLevel } from './price-level.ts'

/** What the sales around a home say of it; prices are logarithms without the level of the market. */
export const NEIGHBOUR_INPUTS = [
  'comparables',
  'comparablesSpread',
  'comparablesMean',
  'comparablesDistance',
  'pricePerArea',
  'nearestPrices',
] as const

/** The nearest sales whose price for their size tells that of the place. */
const NEAREST = 12

/** How a market adjusts one sale to another. */
export interface Adjustment {
  readonly effects: Effects
  readonly level: PriceLevel
}

/**
 * Writes what the sales around a home say of it as of a day, as `NEIGHBOUR_INPUTS` names it; NaN where there are none.
 * Training and serving both ask here. The market's own level takes the place of the sales' market factors.
 */
export function writeNeighbourInputs(
  home: Traits,
  sales: readonly ComparableSale[],
  asOfDay: number,
  { effects, level }: Adjustment,
  to: Float32Array,
  start: number,
): void {
  const now = levelOn(level, asOfDay)
  const adjusted = sales.map((sale) => ({
    ...sale,
    marketFactor: Math.exp(now - levelOn(level, asOfDay - sale.daysAgo)),
  }))
  const { comparisons, value } = appraise(home, adjusted, effects)
  const logs = comparisons.map(({ adjustedPrice }) => Math.log(adjustedPrice) - now)
  const mean = logs.reduce((sum, each, i) => sum + each * (comparisons[i]?.weight ?? 0), 0)
  const middle = value === undefined ? Number.NaN : Math.log(value) - now
  const some = comparisons.length > 0
  to[start] = middle
  to[start + 1] = some
    ? logs.reduce((sum, each, i) => sum + Math.abs(each - middle) * (comparisons[i]?.weight ?? 0), 0)
    : Number.NaN
  to[start + 2] = some ? mean : Number.NaN
  to[start + 3] = some ? comparisons.reduce((sum, { distanceM, weight }) => sum + weight * distanceM, 0) : Number.NaN
  const nearest = adjusted.slice(0, NEAREST)
  to[start + 4] = median(
    nearest.map(({ price, marketFactor, traits }) => Math.log((price * marketFactor) / traits.livingArea) - now),
  )
  to[start + 5] = median(nearest.map(({ price, marketFactor }) => Math.log(price * marketFactor) - now))
}
