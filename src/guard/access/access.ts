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
  /** Requests that a key may send at once after a pause. */
  readonly burst: number
  readonly callsInFlight: number
  /** Misses per second allowed in the long run. Default: half of `requestsPerSecond`. */
  readonly missesPerSecond?: number
  /** Whether keys on the plan may open the operators' pages from any address. Default: false. */
  readonly operator?: boolean
  /**
   * What happens once the credits are spent. `warn`: calls are still answered, charged and reported. Default: `refuse`.
   */
  readonly beyondCredits?: 'refuse' | 'warn'
  /** How many rows of an `/odata` page one credit buys; see `creditsForRows`. */
  readonly rowsPerCredit?: number
}

/** A key whose call was accepted, with the plan that applies now. */
export interface Account {
  /** Identifies the key in logs and on the command line. Reveals nothing about the secret. */
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  /** Start of the current plan period. */
  readonly periodStartMs: number
  /** End of the current plan period, exclusive; undefined for `once`. */
  readonly periodEndMs: number | undefined
}

/**
 * Repeats of a call with the same idempotency key are free for ten minutes, or for an hour if `isForAnHour`. `lasts`:
 * other nodes and a restarted service recognize the repeat too; otherwise only this process does.
 */
export interface IdempotencyKey {
  readonly text: string
  readonly lasts: boolean
  readonly isForAnHour?: boolean
}

/** The most that a call can cost. `operation` is the name under which the call appears in the usage of the key. */
export interface Price {
  readonly operation: string
  readonly credits: number
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** Credits debited for a call. The caller must pass the debit to either `settle` or `refund`, exactly once. */
export interface Debit {
  readonly account: Account
  readonly operation: string
  /** 0 if an earlier call with the same idempotency key was already charged. */
  readonly credits: number
  readonly balance: Balance
}

/** The credits of a key in its current period. Credits debited for calls in flight count as spent. */
export interface Balance {
  /** Never below 0, even if the key has already spent more than the plan now allows. */
  readonly remaining: number
  /** Credits spent in excess of the plan. */
  readonly over: number
}

export interface Usage {
  readonly day: string
  readonly operation: string
  readonly calls: number
  readonly credits: number
}

/** The state of the rate limit, as the RateLimit headers report it. */
export interface RateState {
  /** Whole requests that the key could send right now. */
  readonly remaining: number
  /** Seconds until the burst is full again. */
  readonly resetS: number
}

/** A call that `enter` accepted, with its debit if a price was given. */
export interface Entry {
  readonly rate: RateState
  readonly debit?: Debit
}

/**
 * Decides who may call and how often, and charges calls. A plan of N credits buys exactly N answers, even if many
 * threads, processes and nodes share one ledger. A method that returns a Fault rejects only because of a bug in Plat.
 */
export interface Access {
  /**
   * Returns a Fault of status 401, or of status 403 if the key's plan no longer exists. `loopback`: the caller is on
   * this machine.
   */
  admit(key: string | undefined, loopback: boolean): Promise<Account | Fault>
  /**
   * Admits a caller that presents a secret derived from the key, such as the address of a feed, instead of the key
   * itself.
   */
  admitId(keyId: string, loopback: boolean): Promise<Account | Fault>
  /**
   * Counts a call: takes one request from the key's rate limit, takes one of the key's places for calls in flight, and
   * debits the price. Returns a Fault of status 429, 402 or 503 if any of the three fails, and then takes nothing.
   */
  enter(account: Account, price?: Price): Promise<Entry | Fault>
  /** Frees the place in flight of a call that `enter` accepted. */
  leave(account: Account): void
  /**
   * Returns a Fault of status 429 if too many recent calls of the key were misses. A miss is a free answer that still
   * gives information (400, 404, 409). Call this method before reading anything of the request.
   */
  missesExceeded(account: Account): Fault | undefined
  /** Counts a miss. If there were too many misses, returns the Fault of status 429 to send in place of the answer. */
  miss(account: Account): Promise<Fault | undefined>
  /** Debits the price of a call that `enter` accepted. Returns a Fault of status 402 or 503. */
  debit(account: Account, price: Price): Promise<Debit | Fault>
  /**
   * Ends the debit of a call that was answered. Pass `cost` if the price was an upper limit: the difference is
   * refunded. Returns the credits charged.
   */
  settle(debit: Debit, cost?: number): Promise<{ readonly credits: number; readonly balance: Balance }>
  /** Refunds the debit of a call that was not answered. */
  refund(debit: Debit): Promise<void>
  /** Rejects with a Fault of status 503 if the ledger cannot be read. */
  balance(account: Account): Promise<Balance>
  /** Returns the state without counting a request. */
  rate(account: Account): Promise<RateState>
  /** Calls and credits of the current period, by day and operation. */
  usage(account: Account): Promise<readonly Usage[]>
  /** Calls and credits since a day, under all plans that the key has had. */
  usageSince(account: Account, day: Day): Promise<readonly Usage[]>
  close(): Promise<void>
}
