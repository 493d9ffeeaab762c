import type { Day } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'
import type { Soon } from '../../kit/threads/remote.ts'

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
 * A question: what is asked and by which request, where the caller named it: asked again, it costs nothing for ten
 * minutes, or for an hour.
 */
export interface Question {
  readonly text: string
  /**
   * The service that starts next knows that it is paid for, also after a crash, and so do all nodes. Otherwise the
   * process that settled it knows, until it ends.
   */
  readonly lasts: boolean
  readonly isForAnHour?: boolean
}

/** Credits set aside for one call, until exactly one of `settle` and `release` is called with it. */
export interface Reservation {
  readonly account: Account
  readonly operation: string
  readonly credits: number
  /** Credits left in the period once this reservation is settled, others in flight counted as spent. */
  readonly remaining: number
}

export interface Usage {
  readonly day: string
  readonly operation: string
  readonly calls: number
  readonly credits: number
}

/** Where the caller stands with its rate, for the RateLimit fields. */
export interface RateState {
  /** Whole requests that could be made at once. */
  readonly remaining: number
  /** Seconds until the burst is full again. */
  readonly resetS: number
}

/**
 * Who may call and what it costs. Atomic: however many calls, workers or nodes use one access, a plan of N credits
 * yields reservations for N credits and no more. A reservation that is neither settled nor released before the process
 * ends counts as released. `settle` cannot fail for want of credits, since they are already set aside.
 */
export interface Access {
  /**
   * Lets a key in: a Fault says why not, of status 401, or of 403 when its plan is no longer offered. `loopback`: the
   * caller sits on this machine.
   */
  admit(key: string | undefined, loopback: boolean): Promise<Account | Fault>
  /** Lets in by the id of a key, for a caller with another secret that the key has made for less than all it may. */
  admitId(keyId: string, loopback: boolean): Promise<Account | Fault>
  /**
   * Takes one request from the plan's rate and one place in flight: a Fault of status 429 says why not. At once, but
   * where nodes share the rate and this one has to ask for some of it first.
   */
  enter(account: Account): Soon<RateState | Fault>
  /**
   * A Fault of status 429 when too many of the caller's recent calls were misses: answered free of charge, yet with
   * something to learn from (400, 404, 409). Takes nothing; asked before anything of the call is read.
   */
  missesTooMany(account: Account): Fault | undefined
  /** Counts a miss. */
  miss(account: Account): void
  /** Where the caller stands with its rate, without taking anything from it. */
  rate(account: Account): RateState
  /** Gives back the place in flight that `enter` took. */
  leave(account: Account): void
  /**
   * Sets credits aside: a Fault of status 402 when those left do not cover them, of 503 when that cannot be told now.
   * Once settled, the same question of the same key costs nothing for as long as it is paid for.
   */
  reserve(account: Account, operation: string, credits: number, question?: Question): Promise<Reservation | Fault>
  /**
   * Resolves with the credits that were charged: none where the question was settled meanwhile. `credits`: what the call
   * came to cost, where that is less than was reserved; the rest comes back in the same moment. Where it rejects, all of
   * them are given back.
   */
  settle(reservation: Reservation, credits?: number): Promise<number>
  release(reservation: Reservation): Promise<void>
  /** Credits left in the current period, those in flight counted as spent. */
  remaining(account: Account): Promise<number>
  /** Credits beyond those of the plan in the current period, where the plan allows that. */
  over(account: Account): number
  /** Calls and credits of the current period, by day and operation. */
  usage(account: Account): Promise<readonly Usage[]>
  /** Calls and credits from a day on, whatever periods and plans the key had. */
  usageSince(account: Account, day: Day): Promise<readonly Usage[]>
  /** Writes down what is not yet written, then closes. */
  close(): Promise<void>
}
