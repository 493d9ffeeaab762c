import type { Day } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'
import type { KeyLimits } from './key-limits.ts'

export type AreaName = 'A' | 'B' | 'C'

/** A plan that an operator sells, from the plans file. */
export interface Plan {
  readonly name: string
  /** Credits per period. In `Account.plan`, this includes credits that the operator added to the current period. */
  readonly credits: number
  /**
   * `month`: a new period begins each month at 00:00 UTC, on the day of the month on which the key got the plan.
   * `once`: one period without end.
   */
  readonly period: 'month' | 'once'
  readonly areas: readonly AreaName[]
  /** Whether keys of the plan may access data about people (skip tracing). `purpose`: only keys with a purpose. */
  readonly skip: boolean | 'purpose'
  readonly requestsPerSecond: number
  /** Number of requests that a key may send in a burst after a pause. */
  readonly burst: number
  readonly callsInFlight: number
  /**
   * Average number of error answers (400, 404, 409) allowed per second. Error answers are free but reveal information.
   * Default: half of `requestsPerSecond`.
   */
  readonly missesPerSecond?: number
  /** Whether keys on this plan may open the operators' pages from any address. Default: false. */
  readonly operator?: boolean
  /**
   * What happens once all credits are spent. `warn`: calls are still answered and charged, and `Balance.over` reports
   * the excess. Default: `refuse`.
   */
  readonly beyondCredits?: 'refuse' | 'warn'
  /** Number of rows of an `/odata` page that one credit buys; see `creditsForRows`. */
  readonly rowsPerCredit?: number
}

/** An accepted key, with its current plan. */
export interface Account {
  /** Identifies the key in logs and on the command line. Reveals nothing about the secret. */
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly limits?: KeyLimits | undefined
  /** Start of the current plan period. */
  readonly periodStartMs: number
  /** End of the current plan period, exclusive; undefined for `once`. */
  readonly periodEndMs: number | undefined
}

/**
 * Makes repeats of a call free for ten minutes, or for an hour if `isForAnHour`. If `lasts`, repeats are also free
 * after a restart and on other nodes.
 */
export interface IdempotencyKey {
  readonly text: string
  readonly lasts: boolean
  readonly isForAnHour?: boolean
}

/** The maximum cost of a call. `operation` is the call's name in the key's usage. */
export interface Price {
  readonly operation: string
  readonly credits: number
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** Credits debited for a call. The caller must pass the debit to `settle` or `refund`, exactly once. */
export interface Debit {
  readonly account: Account
  readonly operation: string
  /** 0 if an earlier call with the same idempotency key was already charged. */
  readonly credits: number
  readonly balance: Balance
}

/** A key's credits in its current period. Credits debited for unfinished calls count as spent. */
export interface Balance {
  /** 0 if the key has spent more than the plan allows. */
  readonly remaining: number
  /** Credits spent beyond the plan. */
  readonly over: number
}

export interface Usage {
  readonly day: string
  readonly operation: string
  readonly calls: number
  readonly credits: number
}

/** The state of the rate limit, for the RateLimit headers. */
export interface RateState {
  /** Number of requests that the key could send right now. */
  readonly remaining: number
  /** Seconds until the key could send a full burst again. */
  readonly resetS: number
}

/** An accepted call. A call with a price has a debit. */
export interface Entry {
  readonly rate: RateState
  readonly debit?: Debit
}

/**
 * Decides who may call and how often, and charges calls. A plan of N credits buys exactly N answers, even if many
 * threads, processes and nodes share one ledger. Methods return failures as a Fault if their type says so, and reject
 * only because of a bug.
 */
export interface Access {
  /**
   * Returns a Fault with status 401 for an invalid key, 403 if the key's plan no longer exists, or 503 if keys cannot
   * be read.
   * @param loopback Whether the caller is on this machine.
   */
  admit(key: string | undefined, loopback: boolean): Promise<Account | Fault>
  /**
   * Like `admit`, for a caller that has already proved its right to use the key, for example by the secret URL of a
   * feed.
   */
  admitId(keyId: string, loopback: boolean): Promise<Account | Fault>
  /**
   * Begins a call: counts it toward the rate limit and the number of concurrent calls, and debits the price. Returns a
   * Fault with status 429, 402 or 503 if any of these fails; then nothing is counted or debited.
   */
  enter(account: Account, price?: Price): Promise<Entry | Fault>
  /** Ends a call that `enter` accepted: the key may make another concurrent call. */
  leave(account: Account): void
  /**
   * Returns a Fault with status 429 if the key recently got too many error answers (400, 404, 409), which are free but
   * reveal information. Call this before reading the request.
   */
  missesExceeded(account: Account): Fault | undefined
  /**
   * Counts an error answer (400, 404, 409). If there were too many, returns the Fault with status 429 to send instead.
   */
  miss(account: Account): Promise<Fault | undefined>
  /** Debits the price of a call that `enter` accepted without a price. Returns a Fault with status 402 or 503. */
  debit(account: Account, price: Price): Promise<Debit | Fault>
  /**
   * Ends the debit of an answered call, and returns the credits charged. If `cost` is less than the price, refunds the
   * rest.
   */
  settle(debit: Debit, cost?: number): Promise<{ readonly credits: number; readonly balance: Balance }>
  /** Refunds the debit of an unanswered call. */
  refund(debit: Debit): Promise<void>
  /** Rejects with a Fault (status 503) if the ledger cannot be read. */
  balance(account: Account): Promise<Balance>
  /** Returns the rate limit's state without counting a request. */
  rate(account: Account): Promise<RateState>
  /** Returns calls and credits of the current period, by day and operation. */
  usage(account: Account): Promise<readonly Usage[]>
  /** Returns calls and credits since a day, under all plans that the key has had. */
  usageSince(account: Account, day: Day): Promise<readonly Usage[]>
  close(): Promise<void>
}
