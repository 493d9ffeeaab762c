import type { Estimator } from '../../worth/estimator/estimator.ts'

/** An estimate is of the price that a home would be sold for, or of its monthly rent. */
export const VALUE_KINDS = ['price', 'rent'] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** The market of all states with too few sales of their own. */
export const COUNTRY = 'US'

/** The sales, or the rents asked, in a market up to a day, from which an estimator learns. */
export interface StoredMarket {
  /** A state's two letters, or `COUNTRY`. */
  readonly market: string
  readonly kind: ValueKind
  /** The day number up to which sales are known. */
  readonly day: number
  readonly sales: number
  /** Whether there is an estimator: there is none where too few sales are known. */
  readonly trained: boolean
}

/** The estimators that a catalogue has trained. Each call reads one committed state. */
export interface EstimatorLookup {
  /** Every market, with each day of which there is an estimator, oldest first. */
  all(): Promise<readonly StoredMarket[]>
  /** The days of the estimators for the homes of a state, oldest first. */
  days(kind: ValueKind, state: string): Promise<readonly number[]>
  /** The newest of them that knows nothing later than a day; undefined where too few sales are known by then. */
  of(kind: ValueKind, state: string, day: number): Promise<Estimator | undefined>
  /** How a market's newest estimator did on sales that it had not seen: a `BacktestTable`; undefined without one. */
  backtest(kind: ValueKind, market: string): Promise<Uint8Array | undefined>
}
