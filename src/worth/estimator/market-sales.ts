import { median } from '../../kit/algorithms/median.ts'
import { firstFrom } from '../../kit/algorithms/sorted.ts'
import { adjustmentAt, type Effects, effectsFor, effectsInOrder, middleOf, sharesOf } from './appraisal.ts'
import { AreaSales } from './area-sales.ts'
import type { Matrix } from './bins.ts'
import { type Boosting, boost } from './boosting.ts'
import { type Forest, meanOf } from './forest.ts'
import { furtherInputsOf } from './further-inputs.ts'
import { HOME_INPUTS, inputAt, traitsIn } from './home-inputs.ts'
import { hide, isSized, lacksIn, placeKnown } from './lack.ts'
import { TRAIT_NUMBERS, writeTraits } from './likeness.ts'
import { type ComparedSale, fitEffects } from './market-effects.ts'
import { levelOn, type PriceLevel, priceLevelOf } from './price-level.ts'
import { SaleMap } from './sale-map.ts'
import { firstOf, rowsOf, type Sales } from './sales.ts'
import { type Market, TreeRows } from './tree-row.ts'
import { type SalesAround, Weighing } from './weighing.ts'

/** Minimum number of sales. With fewer, an estimator is no better than comparable sales. */
export const MIN_SALES = 400

/** Models learn from sales within this many days of the newest. Older sales are used only if there are too few. */
const LEARNT_DAYS = 1100

/** Maximum number of sales for computing the price level. */
const LEVEL_ROWS = 100_000

/** Maximum number of sales for fitting effects. */
const EFFECT_ROWS = 4000

/** Minimum number of sales per tree. With more trees, a forest memorizes single sales. */
const SALES_PER_TREE = 6

export const BOOSTING: Omit<Boosting, 'trees' | 'shrinkage'> = {
  leaves: 24,
  leafRows: 12,
  ridge: 4,
  inputShare: 0.3,
  rowShare: 0.5,
  huber: 0.15,
}

/**
 * Up to this many sales, the model is the mean of several small forests, because the result of one forest is partly
 * luck.
 */
const SMALL_MARKET_ROWS = 6000
const FORESTS_OF_FEW = 3
const TREES_OF_FEW = 200
const OF_FEW = { leaves: 16 } as const

/** Sum of all trees' shrinkages. With a smaller sum, estimates of expensive and cheap homes would be too similar. */
const SHRINKAGE_OF_ALL = 18
const MAX_SHRINKAGE = 0.17

/** With fewer trees, each tree counts more (up to a limit), so that the sum of shrinkages stays the same. */
function boostingOf(trees: number): Boosting {
  return { ...BOOSTING, trees, shrinkage: Math.min(MAX_SHRINKAGE, SHRINKAGE_OF_ALL / trees) }
}

export function levelIn(sales: Sales): PriceLevel {
  return priceLevelOf(rowsOf(sales, spread(0, sales.size, LEVEL_ROWS)))
}

/** A sale. Only some of its facts may be used; see `LACKS`. */
export interface View {
  readonly row: number
  readonly lack: number
}

/** For each sale: which facts to ignore; see `LACKS`. */
export interface Lacks {
  /** The facts to ignore when training on the sale. */
  readonly learned: Uint8Array
  /** The sets of facts to ignore if the sale is held back, one bit for each set. The sale is estimated once per set. */
  readonly heldBack: Uint8Array
}

/** The sales of a market, for training models on all or some of them. */
export class MarketSales {
  readonly sales: Sales
  readonly #lacks: Lacks
  readonly #map: SaleMap
  readonly #zipcodes: AreaSales
  readonly #cities: AreaSales
  readonly #seed: number
  /** The inputs of one home, without the ignored facts. The sales around it are compared with all their facts. */
  readonly #home = new Float32Array(HOME_INPUTS.length)
  readonly #traits = new Float64Array(TRAIT_NUMBERS)

  /** @param lacks Must be among the `lackBits` of each sale. */
  constructor(sales: Sales, lacks: Lacks, seed: number) {
    this.sales = sales
    this.#lacks = lacks
    this.#map = new SaleMap(sales)
    this.#zipcodes = new AreaSales(sales, this.#map.sales, 'zipcode')
    this.#cities = new AreaSales(sales, this.#map.sales, 'city')
    this.#seed = seed
  }

  /** Returns the held-back sales, once for each set of facts to ignore. */
  heldBackViews(rows: readonly number[]): View[] {
    return rows.flatMap((row) => lacksIn(this.#lacks.heldBack[row] as number).map((lack) => ({ row, lack }))) // in bounds
  }

  /** Returns the inputs of a home without the ignored facts. The next call overwrites the result. */
  #seen({ row, lack }: View): Float32Array {
    this.#home.set(this.sales.inputs.subarray(row * HOME_INPUTS.length, (row + 1) * HOME_INPUTS.length))
    hide(this.#home, lack)
    return this.#home
  }

  #traitsOf(view: View): Float64Array {
    writeTraits(traitsIn(this.#seen(view)), this.#traits, 0)
    return this.#traits
  }

  /** Returns the sales around a home. The next call overwrites the result. */
  #around({ row, lack }: View): SalesAround {
    const place = placeKnown(lack)
    if (place === 'point') return this.#map.around(row)
    return (place === 'zipcode' ? this.#zipcodes : this.#cities).around(row, isSized(lack))
  }

  #learnedView(row: number): View {
    return { row, lack: this.#lacks.learned[row] as number } // in bounds
  }

  /** Returns how much each trait matters, according to the first `end` sales. */
  effects(end: number, level: PriceLevel): Effects {
    return fitEffects(this.#compared(Math.max(0, end - EFFECT_ROWS), end), level)
  }

  *#compared(from: number, to: number): Generator<ComparedSale> {
    const { logPrices, days } = this.#map.sales
    for (let row = from; row < to; row++) {
      const [logPrice, asOfDay] = [logPrices[row] as number, (days[row] as number) - 1]
      const view = this.#learnedView(row)
      yield { traits: this.#traitsOf(view), start: 0, logPrice, asOfDay, around: this.#around(view) }
    }
  }

  /** Trains on at most `most` of the first `end` sales, with at most `mostTrees` trees. */
  learn(end: number, most: number, mostTrees: number): { readonly market: Market; readonly values: Forest } {
    const seen = firstOf(this.sales, end)
    const level = levelIn(seen)
    const recent = firstFrom(seen.days, (seen.days[end - 1] ?? 0) - LEARNT_DAYS)
    const rows = spread(Math.max(0, Math.min(recent, end - MIN_SALES)), end, most)
    const trees = Math.min(mostTrees, Math.ceil(rows.length / SALES_PER_TREE))
    const targets = Float64Array.from(
      rows,
      (row) => Math.log(seen.prices[row] as number) - levelOn(level, (seen.days[row] as number) - 1),
    )
    const market: Market = {
      level,
      effects: this.effects(end, level),
      middle: middlePlaceOf(rowsOf(seen, spread(0, end, LEVEL_ROWS))),
      further: furtherInputsOf(seen, rows, targets, this.#lacks.learned.every(isSized)),
    }
    const matrix = this.matrix(
      rows.map((row) => this.#learnedView(row)),
      market,
    )
    const isFew = rows.length <= SMALL_MARKET_ROWS
    const boosting = isFew ? { ...boostingOf(Math.min(TREES_OF_FEW, trees)), ...OF_FEW } : boostingOf(trees)
    const forests = Array.from({ length: isFew ? FORESTS_OF_FEW : 1 }, (_, nth) =>
      boost(matrix, targets, boosting, this.#seed + nth),
    )
    return { market, values: meanOf(forests) }
  }

  /**
   * Estimates sold homes by comparable sales alone, as of the day before each sale; NaN without comparable sales. Like
   * `appraise`, but with the market's price level instead of a price index.
   */
  appraisals(views: readonly View[], { effects, level }: Pick<Market, 'effects' | 'level'>): Float64Array {
    const { traits, logPrices, days } = this.#map.sales
    const weighing = new Weighing()
    const inOrder = effectsInOrder(effects)
    return Float64Array.from(views, (view) => {
      const asOf = (days[view.row] as number) - 1
      const [home, around] = [this.#traitsOf(view), this.#around(view)]
      weighing.weigh(home, 0, around, asOf)
      const used = effectsFor(home[0] as number, inOrder)
      const placed = Array.from(weighing.places.subarray(0, weighing.count), (place) => around.rows[place] as number)
      const adjustments = placed.map((sale) => adjustmentAt(home, 0, traits, sale * TRAIT_NUMBERS, used))
      const shares = sharesOf(weighing, adjustments)
      const comparisons = placed.map((sale, nth) => {
        const moved = (logPrices[sale] as number) + levelOn(level, asOf) - levelOn(level, days[sale] as number)
        return { adjustedPrice: Math.exp(moved + (adjustments[nth] as number)), weight: shares[nth] as number }
      })
      return middleOf(comparisons) ?? Number.NaN
    })
  }

  /** Returns the tree inputs of sales as of the day before each sale. */
  matrix(views: readonly View[], market: Market): Matrix {
    const writer = new TreeRows(market)
    const { width } = writer
    const values = new Float32Array(views.length * width)
    const { facts, factRows } = this.sales
    for (const [i, view] of views.entries()) {
      const asOf = (this.sales.days[view.row] as number) - 1
      const factOf = (name: string) => facts.at(name, factRows[view.row] as number) // in bounds
      writer.write(this.#seen(view), factOf, this.#around(view), asOf, values.subarray(i * width, (i + 1) * width))
    }
    return { rows: views.length, width, values }
  }
}

/** Returns at most `most` whole numbers from a range, evenly spread. Includes the last number. */
export function spread(from: number, to: number, most: number): number[] {
  const count = Math.min(most, to - from)
  const step = (to - from) / count
  return Array.from({ length: count }, (_, i) => to - 1 - Math.floor((count - 1 - i) * step))
}

function middlePlaceOf({ size, inputs }: Sales): Market['middle'] {
  const all = (name: 'latitude' | 'longitude') => {
    const degrees = range(0, size).map((row) => inputs[row * HOME_INPUTS.length + inputAt(name)] as number)
    return median(degrees.filter(Number.isFinite)) || 0 // 0 if all locations are unknown, because then nothing uses the result
  }
  return { latitude: all('latitude'), longitude: all('longitude') }
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
