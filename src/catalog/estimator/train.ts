import type { BacktestTable } from './backtest-table.ts'
import { bytesOf } from './estimator-bytes.ts'
import { BLOCKS, backtestOf, heldBack, intervalModel, LEAST_HELD } from './held-back.ts'
import { MarketSales, MIN_SALES } from './market-sales.ts'
import type { Model } from './model.ts'
import type { SaleTable } from './sales.ts'

export interface Training {
  /** Only sales up to and including this day are used. */
  readonly day: number
  readonly seed: number
  /** Trees of the estimator; fewer make it smaller and less exact. Few sales grow fewer in any case. */
  readonly trees?: number
  /** Maximum number of sales to learn from. */
  readonly most?: number
  /** False if nobody reads it: then only the newest sales are held back, for the intervals. */
  readonly backtest?: boolean
}

/** An estimator and its results on sales held back from it; or, in a sentence, the reason why there is none. */
export type Trained =
  | { readonly bytes: Uint8Array; readonly backtest: BacktestTable; readonly refused?: undefined }
  | { readonly refused: string; readonly bytes?: undefined }

const TOO_FEW_DAYS =
  'All sales are of too few days: none could be held back of those that an estimate rests on, to say how far it is off.'

/**
 * Maximum number of rows that trees learn from, spread evenly over the sales of the last days, or over older ones where
 * these are few.
 */
const MAX_ROWS = 25_000
const MAX_ROWS_OF_BLOCK = 7000
const TREES = 300

/** Share of the trees in models of blocks, which then take a third of the time. */
const BLOCK_TREES_SHARE = 0.35

/** Trains an estimator on the sales of a market. The same sales and seed make the same bytes. */
export function trainEstimator(table: SaleTable, training: Training): Trained {
  const { day, seed, trees = TREES, most = MAX_ROWS, backtest = true } = training
  const sales = table.upTo(day)
  if (sales.size < MIN_SALES)
    return { refused: `There are ${sales.size} sales with price, place and size: an estimate takes ${MIN_SALES}.` }
  const market = new MarketSales(sales, seed)
  const ofBlocks = Math.ceil(BLOCK_TREES_SHARE * trees)
  const held = heldBack(market, backtest ? BLOCKS : 1, Math.min(most, MAX_ROWS_OF_BLOCK), ofBlocks)
  if (held.rows.length < LEAST_HELD) return { refused: TOO_FEW_DAYS }
  const { market: known, values } = market.learn(sales.size, Math.min(most, MAX_ROWS), trees)
  const { errors, margins } = intervalModel(held, held.rows.length, known.level, seed)
  const model: Model = {
    day,
    firstDay: sales.days[0] ?? day,
    sales: sales.size,
    market: known,
    values,
    errors,
    margins,
  }
  return { bytes: bytesOf(model), backtest: backtestOf(held, seed) }
}
