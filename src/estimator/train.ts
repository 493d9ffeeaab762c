import { median } from '../base/median.ts'
import type { Effects } from './appraisal.ts'
import { BacktestTable } from './backtest-table.ts'
import type { Matrix } from './bins.ts'
import { type Boosting, boost } from './boosting.ts'
import { intervalsOf, type Margins, marginsOf } from './conformal.ts'
import { expectedErrorOf, type Model } from './estimator.ts'
import { bytesOf } from './estimator-bytes.ts'
import { type Forest, tell } from './forest.ts'
import { HOME_INPUTS, inputAt } from './home-inputs.ts'
import { fitEffects } from './market-effects.ts'
import { type Adjustment, atLevel } from './neighbour-inputs.ts'
import { firstFrom, levelOn, type PriceLevel, priceLevelOf } from './price-level.ts'
import { SaleMap } from './sale-map.ts'
import { firstOf, rowsOf, type Sales, type SaleTable } from './sales.ts'
import { type Market, TREE_INPUTS, writeTreeRow } from './tree-row.ts'

export interface Training {
  /** Only sales up to and including this day are seen. */
  readonly day: number
  readonly seed: number
  /** Trees of the estimator; fewer make it smaller and less exact. Few sales grow fewer in any case. */
  readonly trees?: number
  /** At most so many sales teach. */
  readonly most?: number
  /** False where nobody reads it: then only the newest sales are held back, for the intervals. */
  readonly backtest?: boolean
}

/** An estimator and how it did on sales held back from it; or, in a sentence, why there is none. */
export type Trained =
  | { readonly bytes: Uint8Array; readonly backtest: BacktestTable; readonly refused?: undefined }
  | { readonly refused: string; readonly bytes?: undefined }

/** Fewer sales teach nothing that comparables do not tell. */
export const MIN_SALES = 400

/** Rows that trees learn from, spread evenly over the sales of the last days. */
const MAX_ROWS = 25_000
const MAX_ROWS_OF_BLOCK = 10_000
const LEARNT_DAYS = 1100

/** Rows that the level of prices follows. */
const LEVEL_ROWS = 100_000

/** Rows that effects are fitted to. */
const EFFECT_ROWS = 4000

const TREES = 400

/** So many sales are worth a tree: more trees than that learn single sales by heart. */
const SALES_PER_TREE = 6

const BOOSTING: Omit<Boosting, 'trees'> = {
  leaves: 24,
  leafRows: 12,
  ridge: 4,
  inputShare: 0.3,
  rowShare: 0.7,
  shrinkage: 0.045,
  huber: 0.15,
}

const ERROR_BOOSTING: Boosting = { ...BOOSTING, trees: 60, leaves: 6, leafRows: 40, shrinkage: 0.08, huber: 0.3 }

const ROWS_PER_ERROR_TREE = 25

/** Sales of the last days are held back in turn: each block is told by a model that saw only what was before it. */
const HELD_DAYS = 180
const BLOCKS = 5

/** Held back at least, where there are so many: margins of fewer are a matter of luck. */
const MIN_HELD = 1000
const MAX_HELD = 8_000

/** Trains an estimator on the sales of a market. The same sales and seed make the same bytes. */
export function trainEstimator(table: SaleTable, training: Training): Trained {
  const { day, seed, trees = TREES, most = MAX_ROWS, backtest = true } = training
  const sales = table.upTo(day)
  if (sales.size < MIN_SALES)
    return { refused: `There are ${sales.size} sales with price, place and size: an estimate takes ${MIN_SALES}.` }
  const grown = Math.min(trees, Math.ceil(sales.size / SALES_PER_TREE))
  const market = new MarketSales(sales, { ...BOOSTING, trees: grown }, seed)
  const held = heldBack(market, backtest ? BLOCKS : 1, Math.min(most, MAX_ROWS_OF_BLOCK))
  const { errors, margins } = intervalModel(held, held.rows.length, seed)
  const { market: known, values } = market.learn(sales.size, Math.min(most, MAX_ROWS))
  const model: Model = {
    day,
    firstDay: sales.days[0] ?? day,
    sales: sales.size,
    market: known,
    values,
    errors,
    margins,
  }
  return { bytes: bytesOf(model), backtest: backtestOf(sales, held, seed) }
}

/** How the sales up to and including a day adjust one sale to another, as an estimator has it; undefined of too few. */
export function adjustmentOf(table: SaleTable, day: number): Adjustment | undefined {
  const sales = table.upTo(day)
  if (sales.size < MIN_SALES) return undefined
  const level = levelIn(sales)
  return { level, effects: new MarketSales(sales, { ...BOOSTING, trees: 0 }, 0).effects(sales.size, level) }
}

function levelIn(sales: Sales): PriceLevel {
  return priceLevelOf(rowsOf(sales, spread(0, sales.size, LEVEL_ROWS)))
}

/** The sales of a market, and models that saw a part of them. */
class MarketSales {
  readonly sales: Sales
  readonly #map: SaleMap
  readonly #boosting: Boosting
  readonly #seed: number

  constructor(sales: Sales, boosting: Boosting, seed: number) {
    this.sales = sales
    this.#map = new SaleMap(sales)
    this.#boosting = boosting
    this.#seed = seed
  }

  /** By how much the first `end` sales say that each trait matters. */
  effects(end: number, level: PriceLevel): Effects {
    const { days, prices } = this.sales
    const compared = range(Math.max(0, end - EFFECT_ROWS), end).map((row) => {
      const asOf = (days[row] as number) - 1
      const sales = atLevel(this.#map.neighbours(row), asOf, level)
      return { traits: this.#map.traits(row), price: prices[row] as number, sales }
    })
    return fitEffects(compared)
  }

  /** What the first `end` sales teach; trees learn from at most `most` of them. */
  learn(end: number, most: number): { readonly market: Market; readonly values: Forest } {
    const seen = firstOf(this.sales, end)
    const level = levelIn(seen)
    const market = {
      level,
      effects: this.effects(end, level),
      middle: middleOf(rowsOf(seen, spread(0, end, LEVEL_ROWS))),
    }
    const rows = spread(firstFrom(seen.days, (seen.days[end - 1] ?? 0) - LEARNT_DAYS), end, most)
    const targets = Float64Array.from(
      rows,
      (row) => Math.log(seen.prices[row] as number) - levelOn(level, (seen.days[row] as number) - 1),
    )
    return { market, values: boost(this.matrix(rows, market), targets, this.#boosting, this.#seed) }
  }

  /** What trees see of sales, each as of the day before it. */
  matrix(rows: readonly number[], market: Market): Matrix {
    const width = TREE_INPUTS.length
    const values = new Float32Array(rows.length * width)
    for (const [i, row] of rows.entries()) {
      const home = this.sales.inputs.subarray(row * HOME_INPUTS.length, (row + 1) * HOME_INPUTS.length)
      const asOf = (this.sales.days[row] as number) - 1
      writeTreeRow(home, this.#map.neighbours(row), asOf, market, values.subarray(i * width, (i + 1) * width))
    }
    return { rows: rows.length, width, values }
  }
}

/** Sales told by models that saw only what was before them. */
interface Held {
  /** Their rows among the sales, oldest first, and what trees saw of each. */
  readonly rows: readonly number[]
  readonly matrix: Matrix
  readonly estimates: Float64Array
  /** Logarithm of price by estimate. */
  readonly misses: Float64Array
  /** Where each block begins among them, and where the last one ends. */
  readonly bounds: readonly number[]
}

function heldBack(market: MarketSales, blocks: number, most: number): Held {
  const { sales } = market
  const bounds = blockBounds(sales, blocks)
  const first = bounds[0] ?? 0
  const rows = range(first, sales.size)
  const width = TREE_INPUTS.length
  const values = new Float32Array(rows.length * width)
  const estimates = new Float64Array(rows.length)
  for (const [nth, start] of bounds.slice(0, -1).entries()) {
    const { market: known, values: forest } = market.learn(start, most)
    const block = range(start, bounds[nth + 1] ?? sales.size)
    const matrix = market.matrix(block, known)
    values.set(matrix.values, (start - first) * width)
    for (const [i, row] of block.entries()) {
      const told = tell(forest, matrix.values.subarray(i * width, (i + 1) * width))
      estimates[row - first] = Math.exp(told + levelOn(known.level, (sales.days[row] as number) - 1))
    }
  }
  const misses = estimates.map((estimate, i) => Math.log((sales.prices[first + i] as number) / estimate))
  return {
    rows,
    matrix: { rows: rows.length, width, values },
    estimates,
    misses,
    bounds: bounds.map((at) => at - first),
  }
}

/** Where blocks of about as many sales begin; those of one day lie in one block. */
function blockBounds({ size, days }: Sales, blocks: number): number[] {
  const recent = days.findIndex((day) => day > (days[size - 1] as number) - HELD_DAYS)
  const count = Math.min(MAX_HELD, size >> 1, Math.max(size - recent, Math.min(MIN_HELD, Math.floor(0.4 * size))))
  const starts = range(0, blocks).map((nth) => {
    let at = size - count + Math.floor((nth * count) / blocks)
    while (at > 0 && days[at] === days[at - 1]) at--
    return at
  })
  return [...new Set(starts.filter((at) => at >= MIN_SALES / 4)), size]
}

/** How far estimates are off, by what trees see, and the margins that follow: from the first `count` held-back sales. */
function intervalModel({ matrix, misses }: Held, count: number, seed: number) {
  const scores = new Float64Array(count)
  // Each half is scored by errors learnt from the other: what a model has seen, it knows too well.
  for (const odd of [0, 1]) {
    const [learnt, scored] = [
      range(0, count).filter((i) => i % 2 !== odd),
      range(0, count).filter((i) => i % 2 === odd),
    ]
    const errors = errorForest(matrix, misses, learnt, seed)
    for (const i of scored) scores[i] = (misses[i] as number) / expectedErrorOf(errors, rowOf(matrix, i))
  }
  return { errors: errorForest(matrix, misses, range(0, count), seed), margins: marginsOf(scores) }
}

function errorForest(matrix: Matrix, misses: Float64Array, rows: readonly number[], seed: number): Forest {
  const values = new Float32Array(rows.length * matrix.width)
  for (const [i, row] of rows.entries()) values.set(rowOf(matrix, row), i * matrix.width)
  const targets = Float64Array.from(rows, (row) => Math.abs(misses[row] as number))
  const trees = Math.min(ERROR_BOOSTING.trees, Math.ceil(rows.length / ROWS_PER_ERROR_TREE))
  return boost({ rows: rows.length, width: matrix.width, values }, targets, { ...ERROR_BOOSTING, trees }, seed)
}

function rowOf({ width, values }: Matrix, row: number): Float32Array {
  return values.subarray(row * width, (row + 1) * width)
}

/** Intervals of a block rest on the blocks before it; so the first one is not told. */
function backtestOf(sales: Sales, held: Held, seed: number): BacktestTable {
  const from = held.bounds.length > 2 ? (held.bounds[1] ?? 0) : held.rows.length
  const told = held.rows.slice(from)
  const intervals: Margins[] = []
  for (const [nth, start] of held.bounds.slice(0, -1).entries()) {
    if (nth === 0) continue
    const { errors, margins } = intervalModel(held, start, seed)
    for (const i of range(start, held.bounds[nth + 1] ?? start))
      intervals.push(intervalsOf(held.estimates[i] as number, expectedErrorOf(errors, rowOf(held.matrix, i)), margins))
  }
  return new BacktestTable({
    days: Int32Array.from(told, (row) => sales.days[row] as number),
    places: Float64Array.from(told, (row) => sales.places[row] as number),
    prices: Float32Array.from(told, (row) => sales.prices[row] as number),
    estimates: Float32Array.from(held.estimates.subarray(from)),
    low80: Float32Array.from(intervals, ({ low80 }) => low80),
    high80: Float32Array.from(intervals, ({ high80 }) => high80),
    low90: Float32Array.from(intervals, ({ low90 }) => low90),
    high90: Float32Array.from(intervals, ({ high90 }) => high90),
  })
}

/** At most so many whole numbers, as far apart as it takes. */
function spread(from: number, to: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / most))
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => to - 1 - i * step).toReversed()
}

function middleOf({ size, inputs }: Sales): Market['middle'] {
  const all = (name: 'latitude' | 'longitude') =>
    median(range(0, size).map((row) => inputs[row * HOME_INPUTS.length + inputAt(name)] as number))
  return { latitude: all('latitude'), longitude: all('longitude') }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
}
