import { BacktestTable } from './backtest-table.ts'
import type { Matrix } from './bins.ts'
import { type Boosting, boost } from './boosting.ts'
import { intervalsOf, type Margins, MIN_SCORES, marginsAt, marginsOf } from './conformal.ts'
import { errorRow, expectedErrorOf } from './estimator.ts'
import { type Forest, tell } from './forest.ts'
import { LACKS } from './lack.ts'
import { BOOSTING, type MarketSales, MIN_SALES, range } from './market-sales.ts'
import { ERROR_INPUTS, type MarginsByLack } from './model.ts'
import { levelOn, type PriceLevel } from './price-level.ts'
import type { Sales } from './sales.ts'

const ERROR_BOOSTING: Boosting = { ...BOOSTING, trees: 60, leaves: 6, leafRows: 40, shrinkage: 0.08, huber: 0.3 }

const ROWS_PER_ERROR_TREE = 25

/** Sales of the last days are held back in turn: each block is estimated by a model that saw only earlier sales. */
const HELD_DAYS = 180
export const BLOCKS = 5

/** At least this many sales are held back, if there are so many, because margins from fewer are a matter of luck. */
const MIN_HELD = 1000
const MAX_HELD = 8_000

/** With fewer held-back sales that have a lack, the error of homes with it would be unknown. */
const LEAST_WITH_LACK = 50

/** With fewer held-back sales than this there is no estimator, because its error would be unknown. */
export const LEAST_HELD = 100

/**
 * A sale counts half of one of today when it is so old, or when so many homes were sold since, because markets move on.
 */
const HALF_DAYS = 60
const HALF_SALES = 150

/** Sales, and their estimates by models that saw only earlier ones. */
export interface Held {
  readonly sales: Sales
  /** Their rows among the sales, oldest first. One that is told with several lacks is there for each. */
  readonly rows: readonly number[]
  /** The lack with which each was estimated. */
  readonly lacks: Uint8Array
  /** The inputs from which the error of each is expected, see `errorRow`. The reader adds the estimate, for a level. */
  readonly seen: Matrix
  readonly estimates: Float64Array
  /** Holds what comparables alone say of each; NaN without any. */
  readonly comparables: Float64Array
  /** Logarithm of price by estimate. */
  readonly misses: Float64Array
  /** Start of each block in `rows`, then the end of the last one. */
  readonly bounds: readonly number[]
  /** The level of prices that the model of each block had. */
  readonly levels: readonly PriceLevel[]
}

/** Tells how many blocks are held back, of how many sales in all, and what the model of each learns from. */
export interface HoldingBack {
  readonly blocks: number
  readonly most: number
  readonly trees: number
  readonly mostHeld?: number
}

export function heldBack(market: MarketSales, { blocks, most, trees, mostHeld = MAX_HELD }: HoldingBack): Held {
  const { sales } = market
  const starts = blockStarts(sales, blocks, mostHeld)
  const parts = starts.map((start, nth) => {
    const { market: known, values: forest } = market.learn(start, most, trees)
    const views = market.toldViews(range(start, starts[nth + 1] ?? sales.size))
    const matrix = market.matrix(views, known)
    const seen = new Float32Array(views.length * ERROR_INPUTS)
    const estimates = views.map(({ row }, i) => {
      const own = rowOf(matrix, i)
      const predicted = tell(forest, own)
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

/** Starts of blocks of about as many sales each. Sales of one day are in one block. */
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

/** Says how far estimates are off, by what is known of a home, and which margins follow. */
export interface IntervalModel {
  readonly errors: Forest
  readonly margins: MarginsByLack
}

/** Learns from the first `count` held-back sales, on whose last day prices had this level. */
export function intervalModel(held: Held, count: number, level: PriceLevel, seed: number): IntervalModel {
  const { misses } = held
  const seen = seenBy(held, range(0, count), level)
  const predictedErrors = Float64Array.from({ length: count }, (_, i) => rowOf(seen, i)[ERROR_INPUTS - 1] as number) // its last number
  const scores = new Float64Array(count)
  // Each half is scored by errors learnt from the other half, because a model knows too well what it has seen.
  for (const odd of [0, 1]) {
    const [learnt, scored] = [
      range(0, count).filter((i) => i % 2 !== odd),
      range(0, count).filter((i) => i % 2 === odd),
    ]
    const errors = errorForest(seen, misses, learnt, seed)
    for (const i of scored) scores[i] = (misses[i] as number) / expectedErrorOf(errors, rowOf(seen, i))
  }
  const weights = weightsOf(held, count)
  const margins = LACKS.map((_, lack) => {
    const of = range(0, count).filter((i) => held.lacks[i] === lack)
    if (of.length < (of.length === count ? 1 : LEAST_WITH_LACK)) return null
    const those = (values: Float64Array) => Float64Array.from(of, (i) => values[i] as number) // of each of them
    return marginsOf({ estimates: those(predictedErrors), scores: those(scores), weights: those(weights) })
  })
  return { errors: errorForest(seen, misses, range(0, count), seed), margins }
}

/** The error inputs of held-back sales, each with its estimate, without this level. */
function seenBy({ sales, rows, seen, estimates }: Held, of: readonly number[], level: PriceLevel): Matrix {
  const values = new Float32Array(of.length * ERROR_INPUTS)
  for (const [nth, i] of of.entries()) {
    const day = (sales.days[rows[i] as number] as number) - 1 // of each sale
    values.set(errorRow(rowOf(seen, i), Math.log(estimates[i] as number) - levelOn(level, day)), nth * ERROR_INPUTS)
  }
  return { rows: of.length, width: ERROR_INPUTS, values }
}

/** Weights are halved with time or with the number of later sales, whichever leaves older sales more weight. */
function weightsOf({ sales, rows }: Held, count: number): Float64Array {
  const dayOf = (i: number) => sales.days[rows[i] as number] as number // of each sale
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

/** Intervals of a block rest on the blocks before it, so the first blocks are left out. */
export function backtestOf(held: Held, seed: number): BacktestTable {
  const { sales, estimates } = held
  const from = held.bounds.find((at) => at >= MIN_SCORES) ?? held.rows.length
  const toldRows: number[] = []
  const intervals: Margins[] = []
  for (const [nth, level] of held.levels.entries()) {
    const start = held.bounds[nth] as number // one more than levels
    if (start < from) continue
    const { errors, margins } = intervalModel(held, start, level, seed)
    const seen = seenBy(held, range(start, held.bounds[nth + 1] ?? start), level)
    for (const i of range(0, seen.rows)) {
      const own = margins[held.lacks[start + i] as number] // one for each
      if (own === undefined || own === null) continue
      const row = rowOf(seen, i)
      const fitting = marginsAt(own, row[ERROR_INPUTS - 1] as number) // the estimate is the last number
      toldRows.push(start + i)
      intervals.push(intervalsOf(estimates[start + i] as number, expectedErrorOf(errors, row), fitting))
    }
  }
  const of = (values: Float64Array | Uint8Array) => toldRows.map((i) => values[i] as number) // of each that is told
  const row = (i: number) => held.rows[i] as number
  return new BacktestTable({
    days: Int32Array.from(toldRows, (i) => sales.days[row(i)] as number),
    places: Float64Array.from(toldRows, (i) => sales.places[row(i)] as number),
    lacks: Uint8Array.from(of(held.lacks)),
    prices: Float32Array.from(toldRows, (i) => sales.prices[row(i)] as number),
    estimates: Float32Array.from(of(estimates)),
    comparables: Float32Array.from(of(held.comparables)),
    low80: Float32Array.from(intervals, ({ low80 }) => low80),
    high80: Float32Array.from(intervals, ({ high80 }) => high80),
    low90: Float32Array.from(intervals, ({ low90 }) => low90),
    high90: Float32Array.from(intervals, ({ high90 }) => high90),
  })
}
