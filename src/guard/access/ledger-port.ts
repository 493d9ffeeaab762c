import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { RateState, Usage } from './access.ts'
import type { Allowance } from './ledger-store.ts'
import type { Plans } from './plans.ts'
import type { CallLimits, RateRefusal } from './rates.ts'
import type { StoredSecret } from './stored-key.ts'

/** The maximum cost of a call. */
export interface CallPrice {
  readonly day: Day
  readonly operation: string
  readonly credits: number
  readonly id?: { readonly name: string; readonly lasts: boolean; readonly forMs: number } | undefined
}

/** A successful debit. `used` is the number of credits spent, this debit included. */
export interface DebitReceipt {
  readonly number: number
  readonly credits: number
  readonly used: number
}

/** A refused debit: too few credits are left for the call. */
export interface NotCovered {
  /** Credits spent so far. */
  readonly usedBefore: number
}

/**
 * The ledger, for a thread that answers calls. The thread chooses a number for each account and registers it once,
 * which keeps messages small. Methods that fail reject with a Fault (status 503).
 */
export interface LedgerPort {
  plans(): Soon<Plans>
  /** Finds a key by its id or by the fingerprint of its secret. */
  find(sought: string): Soon<StoredSecret | undefined>
  /** Registers an account. The registration expires after three days. */
  register(account: number, allowance: Allowance, limits: CallLimits): Soon<void>
  /**
   * Counts a call toward the rate limit and the number of concurrent calls, and debits its price, if any. All or
   * nothing.
   */
  enter(account: number, price?: CallPrice): Soon<RateRefusal | NotCovered | (RateState & Partial<DebitReceipt>)>
  /** Ends a call that `enter` accepted: the key may make another concurrent call. */
  leave(account: number): Soon<void>
  /** Counts an error answer (400, 404, 409) and returns 0. If there were too many, returns the milliseconds to wait. */
  miss(account: number): Soon<number>
  rate(account: number): Soon<RateState>
  debit(account: number, price: CallPrice): Soon<NotCovered | DebitReceipt>
  /** Ends the debit of an answered call that costs the full price. */
  settle(debit: number): Soon<void>
  /**
   * Ends the debit of a call that costs less than the price, or was not answered (`cost` undefined). Resolves once the
   * refund is stored.
   */
  refund(debit: number, cost: number | undefined): Soon<void>
  /** Returns the number of credits spent. */
  used(account: number): Soon<number>
  usage(account: number): Soon<readonly Usage[]>
  /** Returns the usage under all plans of the key. */
  usageSince(account: number, day: Day): Soon<readonly Usage[]>
}

/** Methods that return a result to the calling thread. */
export const LEDGER_QUERIES: readonly (keyof LedgerPort)[] = [
  'plans',
  'find',
  'enter',
  'miss',
  'rate',
  'debit',
  'refund',
  'used',
  'usage',
  'usageSince',
]
/** Methods without a result, for which the calling thread does not wait. */
export const LEDGER_MESSAGES: readonly (keyof LedgerPort)[] = ['register', 'leave', 'settle']
