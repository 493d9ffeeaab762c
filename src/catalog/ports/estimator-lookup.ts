import type { Estimator } from '../../worth/estimator/estimator.ts'

/** An estimator predicts the price for which a home would sell, or its monthly rent. */
export const VALUE_KINDS = ['price', 'rent'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** The market shared by all states that have too few sales for a market of their own. */
export const COUNTRY = 'US'

/** The sales, or the asking rents, of a market up to a day. An estimator is trained on them. */
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

/** The estimators that a catalog has trained. Each call reads one committed state. */
export interface EstimatorLookup {
  /** Returns every market, once for each day that has an estimator, oldest first. */
  all(): Promise<readonly StoredMarket[]>
  /** Returns the days that have an estimator for the homes of a state, oldest first. */
  days(kind: ValueKind, state: string): Promise<readonly number[]>
  /**
   * Returns the newest estimator that uses no sales after `day`. Undefined if there are too few sales up to that day.
   */
  of(kind: ValueKind, state: string, day: number): Promise<Estimator | undefined>
  /**
   * Returns the accuracy of a market's newest estimator on sales that were not used for training, as a `BacktestTable`.
   * Undefined if the market has no estimator.
   */
  backtest(kind: ValueKind, market: string): Promise<Uint8Array | undefined>
}
