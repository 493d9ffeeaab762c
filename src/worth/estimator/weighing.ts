import type { ComparableSale } from './comparable-sale.ts'
import { dissimilarityAt, TRAIT_NUMBERS, writeTraits } from './likeness.ts'

/** This distance counts as one step of dissimilarity; see `STEPS`. */
const DISTANCE_STEP_M = 1200
/**
 * This time since the sale counts as one step of dissimilarity; see `STEPS`. Prices are adjusted to the day, so time
 * matters little.
 */
const TIME_STEP_DAYS = 360

/** Maximum number of sales with a weight. */
const MAX_COMPARISONS = 15

export interface KnownSales {
  readonly zpids: Float64Array
  readonly days: Int32Array
  readonly logPrices: Float64Array
  /** The result of `writeTraits` for each sale, one sale after another. */
  readonly traits: Float64Array
}

/** Sales around a home, nearest first: their rows in `sales`, and their distances. */
export interface SalesAround {
  readonly sales: KnownSales
  readonly count: number
  readonly rows: Uint32Array
  readonly distancesM: Float64Array
}

/** Converts the sales around a home to columns, without market factors. */
export function aroundOf(sales: readonly ComparableSale[], day: number): SalesAround {
  const traits = new Float64Array(sales.length * TRAIT_NUMBERS)
  for (const [i, sale] of sales.entries()) writeTraits(sale.traits, traits, i * TRAIT_NUMBERS)
  return {
    sales: {
      zpids: Float64Array.from(sales, ({ zpid }) => zpid),
      days: Int32Array.from(sales, ({ daysAgo }) => day - daysAgo),
      logPrices: Float64Array.from(sales, ({ price }) => Math.log(price)),
      traits,
    },
    count: sales.length,
    rows: Uint32Array.from(sales, (_, i) => i),
    distancesM: Float64Array.from(sales, ({ distanceM }) => distanceM),
  }
}

/** Selects the sales that say most about a home's value. Its memory is reused for the next home. */
export class Weighing {
  /** Number of selected sales. */
  count = 0
  /** Indexes of the selected sales among the sales around, greatest weight first. */
  readonly places = new Uint32Array(MAX_COMPARISONS)
  /** For each selected sale: its share of the total weight, 0 to 1. */
  readonly weights = new Float64Array(MAX_COMPARISONS)
  /** Sum of the weights before they were turned into shares. */
  totalWeight = 0
  /** For each sale around, selected or not: its dissimilarity. */
  dissimilarities = new Float64Array(128)

  /**
   * Weighs the sales around a home.
   * @param home Where the home begins in `homes`, an array from `writeTraits`.
   */
  weigh(homes: Float64Array, home: number, { sales, count, rows, distancesM }: SalesAround, asOfDay: number): void {
    if (count > this.dissimilarities.length) this.dissimilarities = new Float64Array(2 * count)
    this.count = 0
    for (let place = 0; place < count; place++) {
      const row = rows[place] as number
      const unlike = dissimilarityAt(homes, home, sales.traits, row * TRAIT_NUMBERS)
      this.dissimilarities[place] = unlike
      const away = (distancesM[place] as number) / DISTANCE_STEP_M
      const ago = (asOfDay - (sales.days[row] as number)) / TIME_STEP_DAYS
      // Weights are never 0, because in rural areas all sales are far away.
      const near = 1 / (1 + away * away + ago * ago + unlike)
      this.#insert(place, near * near, sales.zpids, rows)
    }
    let total = 0
    for (let nth = 0; nth < this.count; nth++) total += this.weights[nth] as number
    this.totalWeight = total
    for (let nth = 0; nth < this.count; nth++) this.weights[nth] = (this.weights[nth] as number) / total
  }

  /** Inserts a sale if its weight is among the greatest. On a tie, the lowest zpid wins. */
  #insert(place: number, weight: number, zpids: Float64Array, rows: Uint32Array): void {
    const { places, weights } = this
    let nth = this.count
    while (nth > 0) {
      const other = weights[nth - 1] as number
      if (other > weight) break
      const isBefore =
        (zpids[rows[places[nth - 1] as number] as number] as number) <= (zpids[rows[place] as number] as number)
      if (other === weight && isBefore) break
      nth--
    }
    if (nth === MAX_COMPARISONS) return
    if (this.count < MAX_COMPARISONS) this.count++
    for (let at = this.count - 1; at > nth; at--) {
      places[at] = places[at - 1] as number
      weights[at] = weights[at - 1] as number
    }
    places[nth] = place
    weights[nth] = weight
  }
}
