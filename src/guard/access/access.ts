import type { Day } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'

export type AreaName = 'A' | 'B' | 'C'

/** A plan sells this; it is read from the operator's plans file. */
export interface Plan {
  readonly name: string
  /** Per period; in an account, with those that the operator has added to the current one. */
  readonly credits: number
  /** `month` begins on the day the key got the plan, at 00:00 UTC; `once` never begins again. */
  readonly period: 'month' | 'once'
  readonly areas: readonly AreaName[]
  readonly skip: boolean
  readonly requestsPerSecond: number
  /** Requests that may come at once after a pause. */
  readonly burst: number
  readonly callsInFlight: number
  /** Calls per second that may miss in the long run; half of `requestsPerSecond` where it is not stated. */
  readonly missesPerSecond?: number
  /** It opens the pages for operators, from anywhere; not where it is not stated. */
  readonly operator?: boolean
  /** `warn`: calls beyond the credits are answered, charged and told of; they are refused where it is not stated. */
  readonly beyondCredits?: 'refuse' | 'warn'
  /** Rows of a page of `/odata` that one credit pays for; see `creditsForRows`. */
  readonly rowsPerCredit?: number
}

/** A key that has been let in, with the plan that is in force for it. */
export interface Account {
  /** Names the key in logs and on the command line; says nothing about the secret. */
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  /** Start of the current plan period, and its end, exclusive; `endMs` is undefined for `once`. */
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
}

/**
 * Calls of a key with the same idempotency key are charged once within ten minutes, or an hour. `lasts`: also if another
 * node or the next service gets the repeat; otherwise only this process knows it.
 */
export interface IdempotencyKey {
  readonly text: string
  readonly lasts: boolean
  readonly isForAnHour?: boolean
}

/** The upper limit of what a call costs. `operation` is its name in the usage of the key. */
export interface Price {
  readonly operation: string
  readonly credits: number
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** Credits that were debited for a call, until exactly one of `settle` and `refund` is called with it. */
export interface Debit {
  readonly account: Account
  readonly operation: string
  /** 0 if the idempotency key is paid for. */
  readonly credits: number
  readonly balance: Balance
}

/** Credits of a key in its current period; those of calls in flight count as spent. */
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

/** The state of the rate limit, for the RateLimit fields. */
export interface RateState {
  /** Whole requests that could be made at once. */
  readonly remaining: number
  /** Seconds until the burst is full again. */
  readonly resetS: number
}

/** A call that has entered, and its debit if it came with a price. */
export interface Entry {
  readonly rate: RateState
  readonly debit?: Debit
}

/**
 * Who may call, how often, and what it costs. However many threads, processes and nodes use one ledger, a plan of N
 * credits buys N answers. Every method that returns a Fault rejects only through a fault of Plat.
 */
export interface Access {
  /** Returns a Fault of status 401, or 403 if the plan is no longer offered. `loopback`: the caller is on this machine. */
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
   * A Fault of status 429 while too many calls of the key were misses: free of charge, but informative (400, 404, 409).
   * Ask before reading anything of the call.
   */
  missesExceeded(account: Account): Fault | undefined
  /** Counts a miss. Returns the Fault of status 429 that replaces its answer if there were too many. */
  miss(account: Account): Promise<Fault | undefined>
  /** Debits the price of a call that has entered. Returns a Fault of status 402 or 503. */
  debit(account: Account, price: Price): Promise<Debit | Fault>
  /**
   * The call was answered. `cost`: less than was debited if the price was an upper limit; the rest is refunded. Returns
   * the credits charged.
   */
  settle(debit: Debit, cost?: number): Promise<{ readonly credits: number; readonly balance: Balance }>
  /** The call was not answered. */
  refund(debit: Debit): Promise<void>
  /** Rejects with a Fault of status 503. */
  balance(account: Account): Promise<Balance>
  /** Takes nothing. */
  rate(account: Account): Promise<RateState>
  /** Calls and credits of the current period, by day and operation. */
  usage(account: Account): Promise<readonly Usage[]>
  /** Calls and credits since a day, under all plans that the key has had. */
  usageSince(account: Account, day: Day): Promise<readonly Usage[]>
  close(): Promise<void>
}
