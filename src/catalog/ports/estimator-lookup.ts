import type { Estimator } from '../../worth/estimator/estimator.ts'

/** An estimator predicts the price for which a home would sell, or its monthly rent. */
export const VALUE_KINDS = ['price', 'rent'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** The market of all states that have too few sales for their own market. */
export const COUNTRY = 'US'

/** The sales or asking rents on which an estimator is trained: all of one market up to a day. */
export interface StoredMarket {
  /** The two-letter code of a state, or `COUNTRY`. */
  readonly market: string
  readonly kind: ValueKind
  /** Day number of the newest sale. */
  readonly day: number
  readonly sales: number
  /** Whether an estimator exists. Markets with too few sales have no estimator. */
  readonly trained: boolean
}

/** The trained estimators of a catalog. Each call reads one committed state. */
export interface EstimatorLookup {
  /** Returns an entry for each market and each day with an estimator, oldest day first. */
  all(): Promise<readonly StoredMarket[]>
  /** Returns the days for which a state has an estimator, oldest first. */
  days(kind: ValueKind, state: string): Promise<readonly number[]>
  /** Returns the newest estimator that uses no sales after `day`, or undefined if there were too few sales by then. */
  of(kind: ValueKind, state: string, day: number): Promise<Estimator | undefined>
  /**
   * Returns the accuracy of a market's newest estimator, measured on sales that were not used for training, as a
   * `BacktestTable`. Undefined if the market has no estimator.
   */
  backtest(kind: ValueKind, market: string): Promise<Uint8Array | undefined>
}
