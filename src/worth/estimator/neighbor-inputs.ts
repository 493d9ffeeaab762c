import { adjustmentAt, type Effects, effectsFor, effectsInOrder } from './appraisal.ts'
import { LOG_AREA_AT, TRAIT_NUMBERS } from './likeness.ts'
import { levelOn, type PriceLevel } from './price-level.ts'
import { type SalesAround, Weighing } from './weighing.ts'

/** Inputs computed from the sales around a home. Prices are logarithms minus the price level of the market. */
export const NEIGHBOR_INPUTS = [
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

/** Number of nearest sales for the price per area of a place. */
const NEAREST = 12

/** Distances within which adjusted prices are averaged: street, neighborhood, part of town. */
const REACHES_M = [300, 1000, 3000]

/** Limits the distance of a price from the middle of the comparable sales, in logarithms. */
const MAX_APART = 0.5

/** At this dissimilarity, a sale counts half. */
const HALF_DISSIMILARITY = 6

/** How prices of sales in a market are adjusted. */
export interface Adjustment {
  readonly effects: Effects
  readonly level: PriceLevel
}

/** Computes the inputs that come from sales around a home. Its memory is reused for the next home. */
export class NeighborInputs {
  readonly #level: PriceLevel
  readonly #effects: Float64Array
  readonly #weighing = new Weighing()
  /** For each sale: the logarithm of its price, minus the price level. */
  #prices = new Float64Array(128)
  /** For each sale: the logarithm of the home's value according to the sale, minus the price level. */
  #adjusted = new Float64Array(128)
  readonly #buffer = new Float64Array(NEAREST)

  constructor({ effects, level }: Adjustment) {
    this.#level = level
    this.#effects = effectsInOrder(effects)
  }

  /**
   * Writes the `NEIGHBOR_INPUTS` of a home as of a day; NaN if there are no sales. Ignores the market factors of the
   * sales and uses the market's price level, in training and in estimates.
   * @param home Where the home begins in `homes`, an array from `writeTraits`.
   */
  write(
    homes: Float64Array,
    home: number,
    around: SalesAround,
    asOfDay: number,
    to: Float32Array,
    start: number,
  ): void {
    const { sales, count, rows } = around
    if (count === 0) {
      to.fill(Number.NaN, start, start + NEIGHBOR_INPUTS.length)
      return
    }
    if (count > this.#prices.length) {
      this.#prices = new Float64Array(2 * count)
      this.#adjusted = new Float64Array(2 * count)
    }
    const effects = effectsFor(homes[home] as number, this.#effects)
    for (let place = 0; place < count; place++) {
      const row = rows[place] as number
      const price = (sales.logPrices[row] as number) - levelOn(this.#level, sales.days[row] as number)
      this.#prices[place] = price
      this.#adjusted[place] = price + adjustmentAt(homes, home, sales.traits, row * TRAIT_NUMBERS, effects)
    }
    this.#weighing.weigh(homes, home, around, asOfDay)
    this.#writeComparables(around, to, start)
    this.#writeNearest(around, to, start + 4)
    this.#writeReaches(around, to[start] as number, to, start + 6)
  }

  /** Writes the middle, the spread, the mean and the distance of the sales with the most weight. */
  #writeComparables({ distancesM }: SalesAround, to: Float32Array, start: number): void {
    const { count, places, weights } = this.#weighing
    const middle = middleOf(this.#adjusted, this.#weighing)
    let [spread, mean, distanceM] = [0, 0, 0]
    for (let nth = 0; nth < count; nth++) {
      const [place, weight] = [places[nth] as number, weights[nth] as number]
      const price = nearTo(middle, this.#adjusted[place] as number)
      spread += weight * Math.abs(price - middle)
      mean += weight * price
      distanceM += weight * (distancesM[place] as number)
    }
    to[start] = middle
    to[start + 1] = spread
    to[start + 2] = mean
    to[start + 3] = distanceM
  }

  /** Writes the middle price per area and the middle price of the nearest sales. */
  #writeNearest({ sales, count, rows }: SalesAround, to: Float32Array, start: number): void {
    const nearest = Math.min(NEAREST, count)
    let sized = 0
    for (let place = 0; place < nearest; place++) {
      const area = sales.traits[(rows[place] as number) * TRAIT_NUMBERS + LOG_AREA_AT] as number
      if (!Number.isNaN(area)) this.#buffer[sized++] = (this.#prices[place] as number) - area
    }
    to[start] = medianOf(this.#buffer, sized)
    for (let place = 0; place < nearest; place++) this.#buffer[place] = this.#prices[place] as number
    to[start + 1] = medianOf(this.#buffer, nearest)
  }

  /** Writes the mean of all adjusted prices for each of `REACHES_M`. Nearer and more similar homes count more. */
  #writeReaches({ count, distancesM }: SalesAround, middle: number, to: Float32Array, start: number): void {
    for (let i = 0; i < REACHES_M.length; i++) {
      const perReach = 1 / (REACHES_M[i] as number)
      let [sum, weights] = [0, 0]
      for (let place = 0; place < count; place++) {
        const away = (distancesM[place] as number) * perReach
        const near = 1 + away * away
        const unlike = 1 + (this.#weighing.dissimilarities[place] as number) / HALF_DISSIMILARITY
        const weight = 1 / (near * near * unlike)
        weights += weight
        sum += weight * nearTo(middle, this.#adjusted[place] as number)
      }
      to[start + i] = sum / weights
    }
  }
}

function nearTo(middle: number, logarithm: number): number {
  return Math.max(middle - MAX_APART, Math.min(middle + MAX_APART, logarithm))
}

/** Returns the weighted median of prices, or the mean of the two middle prices. */
function middleOf(prices: Float64Array, { count, places, weights }: Weighing): number {
  const order = ORDER
  for (let nth = 0; nth < count; nth++) {
    const price = prices[places[nth] as number] as number
    let at = nth
    for (; at > 0 && (prices[places[order[at - 1] as number] as number] as number) > price; at--)
      order[at] = order[at - 1] as number
    order[at] = nth
  }
  const priceAt = (at: number) => prices[places[order[at] as number] as number] as number
  let below = 0
  for (let at = 0; at < count; at++) {
    below += weights[order[at] as number] as number
    if (below === 0.5 && at + 1 < count) return (priceAt(at) + priceAt(at + 1)) / 2
    if (below >= 0.5) return priceAt(at)
  }
  return priceAt(count - 1)
}

const ORDER = new Uint8Array(32)

/** Sorts the first `count` values and returns their median, or NaN if there are none. */
function medianOf(values: Float64Array, count: number): number {
  for (let i = 1; i < count; i++) {
    const value = values[i] as number
    let at = i
    for (; at > 0 && (values[at - 1] as number) > value; at--) values[at] = values[at - 1] as number
    values[at] = value
  }
  if (count === 0) return Number.NaN
  return ((values[(count - 1) >> 1] as number) + (values[count >> 1] as number)) / 2
}
