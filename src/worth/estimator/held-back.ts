import { BacktestTable } from './backtest-table.ts'
import type { Matrix } from './bins.ts'
import { type Boosting, boost } from './boosting.ts'
import { intervalsOf, type Margins, MIN_SCORES, marginsAt, marginsOf } from './conformal.ts'
import { errorRow, expectedErrorOf } from './estimator.ts'
import { type Forest, predict } from './forest.ts'
import { LACKS } from './lack.ts'
import { BOOSTING, type MarketSales, MIN_SALES, range } from './market-sales.ts'
import { ERROR_INPUTS, type MarginsByLack } from './model.ts'
import { levelOn, type PriceLevel } from './price-level.ts'
import type { Sales } from './sales.ts'

const ERROR_BOOSTING: Boosting = { ...BOOSTING, trees: 60, leaves: 6, leafRows: 40, shrinkage: 0.08, huber: 0.3 }

const ROWS_PER_ERROR_TREE = 25

/**
 * Sales within this many days of the newest sale are held back from training, in blocks. A model trained on earlier
 * sales estimates each block.
 */
const HELD_DAYS = 180
export const BLOCKS = 5

/** Minimum number of sales to hold back, if possible. Margins from fewer sales would depend on luck. */
const MIN_HELD = 1000
const MAX_HELD = 8_000

/**
 * Minimum number of held-back sales for each set of unknown facts. With fewer, the error of such estimates is unknown.
 */
const LEAST_WITH_LACK = 50

/** Minimum number of held-back sales. With fewer, the error of estimates is unknown and there is no estimator. */
export const LEAST_HELD = 100

/** The weight of a sale halves after this many days, because markets change. */
const HALF_DAYS = 60
/** The weight of a sale halves after this many later sales, if that takes longer. */
const HALF_SALES = 150

/** Sales held back from training, and their estimates by models trained on earlier sales. */
export interface HeldBackSales {
  readonly sales: Sales
  /** Rows of the sales, oldest first. A sale has one row for each set of facts that an estimate ignores. */
  readonly rows: readonly number[]
  /** For each row: which facts were unknown to the estimate; see `LACKS`. */
  readonly lacks: Uint8Array
  /** For each row: the inputs that predict the error; see `errorRow`. `seenBy` sets the estimate. */
  readonly seen: Matrix
  readonly estimates: Float64Array
  /** For each row: the value by comparable sales alone; NaN if there are none. */
  readonly comparables: Float64Array
  /** For each row: the logarithm of price divided by estimate. */
  readonly misses: Float64Array
  /** Where each block starts in `rows`. The last entry is the end of the last block. */
  readonly bounds: readonly number[]
  /** For each block: the price level in its model. */
  readonly levels: readonly PriceLevel[]
}

/**
 * `blocks`: number of blocks. `most` and `trees`: maximum rows and trees of each model. `mostHeld`: maximum number of
 * held-back sales.
 */
export interface HoldBackOptions {
  readonly blocks: number
  readonly most: number
  readonly trees: number
  readonly mostHeld?: number
}

export function heldBack(
  market: MarketSales,
  { blocks, most, trees, mostHeld = MAX_HELD }: HoldBackOptions,
): HeldBackSales {
  const { sales } = market
  const starts = blockStarts(sales, blocks, mostHeld)
  const parts = starts.map((start, nth) => {
    const { market: known, values: forest } = market.learn(start, most, trees)
    const views = market.heldBackViews(range(start, starts[nth + 1] ?? sales.size))
    const matrix = market.matrix(views, known)
    const seen = new Float32Array(views.length * ERROR_INPUTS)
    const estimates = views.map(({ row }, i) => {
      const own = rowOf(matrix, i)
      const predicted = predict(forest, own)
      seen.set(errorRow(own, predicted), i * ERROR_INPUTS)
      return Math.exp(predicted + levelOn(known.level, (sales.days[row] as number) - 1))
    })
    return { views, seen, estimates, comparables: market.appraisals(views, known), level: known.level }
  })
  const views = parts.flatMap((part) => part.views)
  const estimates = Float64Array.from(parts.flatMap((part) => part.estimates))
  const seen = new Float32Array(views.length * ERROR_INPUTS)
  const bounds = [0]
  for (const part of parts) {
    const start = bounds.at(-1) ?? 0
    seen.set(part.seen, start * ERROR_INPUTS)
    bounds.push(start + part.views.length)
  }
  return {
    sales,
    rows: views.map(({ row }) => row),
    lacks: Uint8Array.from(views, ({ lack }) => lack),
    seen: { rows: views.length, width: ERROR_INPUTS, values: seen },
    estimates,
    comparables: Float64Array.from(parts.flatMap(({ comparables }) => [...comparables])),
    misses: estimates.map((estimate, i) => Math.log((sales.prices[views[i]?.row ?? 0] as number) / estimate)),
    bounds,
    levels: parts.map(({ level }) => level),
  }
}

/** Divides the sales into blocks of similar size. Returns where each block starts. A day is never split. */
function blockStarts({ size, days }: Sales, blocks: number, mostHeld: number): number[] {
  const recent = days.findIndex((day) => day > (days[size - 1] as number) - HELD_DAYS)
  const count = Math.min(mostHeld, size >> 1, Math.max(size - recent, Math.min(MIN_HELD, Math.floor(0.4 * size))))
  const starts = range(0, blocks).map((nth) => {
    let at = size - count + Math.floor((nth * count) / blocks)
    while (at > 0 && days[at] === days[at - 1]) at--
    return at
  })
  return [...new Set(starts.filter((at) => at >= MIN_SALES / 4))]
}

/** Predicts how far an estimate may be off, from the known facts of the home. */
export interface IntervalModel {
  readonly errors: Forest
  readonly margins: MarginsByLack
}

/**
 * Trains on the first `count` held-back sales.
 * @param level The price level up to the last day of these sales.
 */
export function intervalModel(heldSales: HeldBackSales, count: number, level: PriceLevel, seed: number): IntervalModel {
  const { misses } = heldSales
  const seen = seenBy(heldSales, range(0, count), level)
  const predictedErrors = Float64Array.from({ length: count }, (_, i) => rowOf(seen, i)[ERROR_INPUTS - 1] as number) // the last input is the estimate
  const scores = new Float64Array(count)
  // Scores each half with a model trained on the other half, because a model predicts its own training data too well.
  for (const odd of [0, 1]) {
    const [learned, scored] = [
      range(0, count).filter((i) => i % 2 !== odd),
      range(0, count).filter((i) => i % 2 === odd),
    ]
    const errors = errorForest(seen, misses, learned, seed)
    for (const i of scored) scores[i] = (misses[i] as number) / expectedErrorOf(errors, rowOf(seen, i))
  }
  const weights = weightsOf(heldSales, count)
  const margins = LACKS.map((_, lack) => {
    const of = range(0, count).filter((i) => heldSales.lacks[i] === lack)
    if (of.length < (of.length === count ? 1 : LEAST_WITH_LACK)) return null
    const those = (values: Float64Array) => Float64Array.from(of, (i) => values[i] as number) // in bounds
    return marginsOf({ estimates: those(predictedErrors), scores: those(scores), weights: those(weights) })
  })
  return { errors: errorForest(seen, misses, range(0, count), seed), margins }
}

/** Returns the error inputs of held-back sales. Estimates in them are logarithms minus the price level. */
function seenBy({ sales, rows, seen, estimates }: HeldBackSales, of: readonly number[], level: PriceLevel): Matrix {
  const values = new Float32Array(of.length * ERROR_INPUTS)
  for (const [nth, i] of of.entries()) {
    const day = (sales.days[rows[i] as number] as number) - 1 // in bounds
    values.set(errorRow(rowOf(seen, i), Math.log(estimates[i] as number) - levelOn(level, day)), nth * ERROR_INPUTS)
  }
  return { rows: of.length, width: ERROR_INPUTS, values }
}

/** Returns weights that halve every `HALF_DAYS` days or every `HALF_SALES` later sales, whichever takes longer. */
function weightsOf({ sales, rows }: HeldBackSales, count: number): Float64Array {
  const dayOf = (i: number) => sales.days[rows[i] as number] as number // in bounds
  return Float64Array.from({ length: count }, (_, i) => {
    const halvings = Math.min((dayOf(count - 1) - dayOf(i)) / HALF_DAYS, (count - 1 - i) / HALF_SALES)
    return 0.5 ** halvings
  })
}

function errorForest(seen: Matrix, misses: Float64Array, rows: readonly number[], seed: number): Forest {
  const values = new Float32Array(rows.length * seen.width)
  for (const [i, row] of rows.entries()) values.set(rowOf(seen, row), i * seen.width)
  const targets = Float64Array.from(rows, (row) => Math.abs(misses[row] as number))
  const trees = Math.min(ERROR_BOOSTING.trees, Math.ceil(rows.length / ROWS_PER_ERROR_TREE))
  return boost({ rows: rows.length, width: seen.width, values }, targets, { ...ERROR_BOOSTING, trees }, seed)
}

function rowOf({ width, values }: Matrix, row: number): Float32Array {
  return values.subarray(row * width, (row + 1) * width)
}

/** Tests the estimates and intervals of each block. Skips the first blocks, because intervals need earlier blocks. */
export function backtestOf(heldSales: HeldBackSales, seed: number): BacktestTable {
  const { sales, estimates } = heldSales
  const from = heldSales.bounds.find((at) => at >= MIN_SCORES) ?? heldSales.rows.length
  const reportedRows: number[] = []
  const intervals: Margins[] = []
  for (const [nth, level] of heldSales.levels.entries()) {
    const start = heldSales.bounds[nth] as number // `bounds` has one entry more than `levels`
    if (start < from) continue
    const { errors, margins } = intervalModel(heldSales, start, level, seed)
    const seen = seenBy(heldSales, range(start, heldSales.bounds[nth + 1] ?? start), level)
    for (const i of range(0, seen.rows)) {
      const own = margins[heldSales.lacks[start + i] as number] // in bounds
      if (own === undefined || own === null) continue
      const row = rowOf(seen, i)
      const fitting = marginsAt(own, row[ERROR_INPUTS - 1] as number) // the last input is the estimate
      reportedRows.push(start + i)
      intervals.push(intervalsOf(estimates[start + i] as number, expectedErrorOf(errors, row), fitting))
    }
  }
  const of = (values: Float64Array | Uint8Array) => reportedRows.map((i) => values[i] as number) // in bounds
  const row = (i: number) => heldSales.rows[i] as number
  return new BacktestTable({
    days: Int32Array.from(reportedRows, (i) => sales.days[row(i)] as number),
    places: Float64Array.from(reportedRows, (i) => sales.places[row(i)] as number),
    lacks: Uint8Array.from(of(heldSales.lacks)),
    prices: Float32Array.from(reportedRows, (i) => sales.prices[row(i)] as number),
    estimates: Float32Array.from(of(estimates)),
    comparables: Float32Array.from(of(heldSales.comparables)),
    low80: Float32Array.from(intervals, ({ low80 }) => low80),
    high80: Float32Array.from(intervals, ({ high80 }) => high80),
    low90: Float32Array.from(intervals, ({ low90 }) => low90),
    high90: Float32Array.from(intervals, ({ high90 }) => high90),
  })
}
