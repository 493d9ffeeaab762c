import type { Estimator } from '../../worth/estimator/estimator.ts'

/** An estimate is of the price for which a home would sell, or of its monthly rent. */
export const VALUE_KINDS = ['price', 'rent'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** The market that serves all states with too few sales of their own. */
export const COUNTRY = 'US'

/** The sales, or the asking rents, in a market up to a day. An estimator learns from them. */
export interface StoredMarket {
  /** A state's two letters, or `COUNTRY`. */
  readonly market: string
  readonly kind: ValueKind
  /** Sales are known up to this day number. */
  readonly day: number
  readonly sales: number
  /** Whether there is an estimator. Markets with too few sales have none. */
  readonly trained: boolean
}

/** The estimators that a catalog has trained. Each call reads one committed state. */
export interface EstimatorLookup {
  /** Every market, once for each day that has an estimator, oldest first. */
  all(): Promise<readonly StoredMarket[]>
  /** The days that have an estimator for the homes of a state, oldest first. */
  days(kind: ValueKind, state: string): Promise<readonly number[]>
  /** The newest estimator that knows nothing later than `day`; undefined if too few sales are known by then. */
  of(kind: ValueKind, state: string, day: number): Promise<Estimator | undefined>
  /**
   * The accuracy of a market's newest estimator on sales that it had not seen, as a `BacktestTable`. Undefined without
   * an estimator.
   */
  backtest(kind: ValueKind, market: string): Promise<Uint8Array | undefined>
}
