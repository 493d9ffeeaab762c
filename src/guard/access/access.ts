import type { Day } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'

export type AreaName = 'A' | 'B' | 'C'

/** What an operator sells, as the plans file describes it. */
export interface Plan {
  readonly name: string
  /** Credits per period. In an account, they include the credits that the operator added to the current period. */
  readonly credits: number
  /**
   * `month`: a new period each month, from the day the key got the plan, at 00:00 UTC. `once`: one period without end.
   */
  readonly period: 'month' | 'once'
  readonly areas: readonly AreaName[]
  readonly skip: boolean
  readonly requestsPerSecond: number
  /** Requests that may come at once after a pause. */
  readonly burst: number
  readonly callsInFlight: number
  /** Misses per second allowed in the long run. Default: half of `requestsPerSecond`. */
  readonly missesPerSecond?: number
  /** Opens the pages for operators, from anywhere. Default: false. */
  readonly operator?: boolean
  /** `warn`: calls beyond the credits are answered, charged and reported. Default: they are refused. */
  readonly beyondCredits?: 'refuse' | 'warn'
  /** Rows of an `/odata` page that one credit pays for; see `creditsForRows`. */
  readonly rowsPerCredit?: number
}

/** A key that was admitted, with its plan in force. */
export interface Account {
  /** Names the key in logs and on the command line. Reveals nothing about the secret. */
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  /** Start of the current plan period. */
  readonly periodStartMs: number
  /** End of the current plan period, exclusive; undefined for `once`. */
  readonly periodEndMs: number | undefined
}

/**
 * Repeats of a call with the same idempotency key are free for ten minutes, or for an hour. `lasts`: other nodes and
 * the next service recognize the repeat too; otherwise only this process does.
 */
export interface IdempotencyKey {
  readonly text: string
  readonly lasts: boolean
  readonly isForAnHour?: boolean
}

/** The most that a call can cost. `operation` names the call in the usage of the key. */
export interface Price {
  readonly operation: string
  readonly credits: number
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** Credits debited for a call. Exactly one of `settle` and `refund` must be called with the debit. */
export interface Debit {
  readonly account: Account
  readonly operation: string
  /** 0 if the idempotency key is paid for. */
  readonly credits: number
  readonly balance: Balance
}

/** Credits of a key in its current period. Credits of calls in flight count as spent. */
export interface Balance {
  /** Never below 0, even if the plan now has fewer credits than are spent. */
  readonly remaining: number
  /** Credits spent beyond those of the plan. */
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
  /** Whole requests that could be made at once. */
  readonly remaining: number
  /** Seconds until the burst is full again. */
  readonly resetS: number
}

/** A call that has entered, with its debit if a price was given. */
export interface Entry {
  readonly rate: RateState
  readonly debit?: Debit
}

/**
 * Decides who may call and how often, and charges calls. However many threads, processes and nodes use one ledger, a
 * plan of N credits buys N answers. A method that returns a Fault rejects only because of a bug in Plat.
 */
export interface Access {
  /** Returns a Fault of status 401, or 403 if the plan is no longer offered. `loopback`: the caller is local. */
  admit(key: string | undefined, loopback: boolean): Promise<Account | Fault>
  /** Admits a caller that has a secret derived from the key, such as the address of a feed. */
  admitId(keyId: string, loopback: boolean): Promise<Account | Fault>
  /**
   * Counts a call: takes one request from the rate of the key and a place in flight, and debits the price. Returns a
   * Fault of status 429, 402 or 503, and then takes nothing.
   */
  enter(account: Account, price?: Price): Promise<Entry | Fault>
  /** Ends a call that has entered. */
  leave(account: Account): void
  /**
   * Returns a Fault of status 429 while too many calls of the key were misses. A miss is a call that is free but
   * informative (400, 404, 409). Call this before reading anything of the request.
   */
  missesExceeded(account: Account): Fault | undefined
  /** Counts a miss. After too many misses, returns the Fault of status 429 that replaces the answer of the call. */
  miss(account: Account): Promise<Fault | undefined>
  /** Debits the price of a call that has entered. Returns a Fault of status 402 or 503. */
  debit(account: Account, price: Price): Promise<Debit | Fault>
  /**
   * Ends the debit of a call that was answered. `cost` is less than the debit if the price was an upper limit; the rest
   * is refunded. Returns the credits charged.
   */
  settle(debit: Debit, cost?: number): Promise<{ readonly credits: number; readonly balance: Balance }>
  /** Refunds the debit of a call that was not answered. */
  refund(debit: Debit): Promise<void>
  /** Rejects with a Fault of status 503 if the ledger cannot be read. */
  balance(account: Account): Promise<Balance>
  /** Returns the state without taking a request. */
  rate(account: Account): Promise<RateState>
  /** Calls and credits of the current period, by day and operation. */
  usage(account: Account): Promise<readonly Usage[]>
  /** Calls and credits since a day, under all plans that the key has had. */
  usageSince(account: Account, day: Day): Promise<readonly Usage[]>
  close(): Promise<void>
}
