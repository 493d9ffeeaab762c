import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { RateState, Usage } from './access.ts'
import type { Allowance } from './ledger-store.ts'
import type { Plans } from './plans.ts'
import type { CallLimits, RateRefusal } from './rates.ts'
import type { StoredSecret } from './stored-key.ts'

/** The most that a call can cost. */
export interface CallPrice {
  readonly day: Day
  readonly operation: string
  readonly credits: number
  readonly id?: { readonly name: string; readonly lasts: boolean; readonly forMs: number } | undefined
}

/** A debit that was made. `used`: credits spent, including the debit. */
export interface DebitReceipt {
  readonly number: number
  readonly credits: number
  readonly used: number
}

/** The allowance does not cover the call. */
export interface NotCovered {
  /** Credits spent so far. */
  readonly usedBefore: number
}

/**
 * The ledger as a thread that answers calls uses it, from another thread. The thread numbers its accounts and registers
 * them once, so that messages stay small. A method that fails rejects with a Fault of status 503.
 */
export interface LedgerPort {
  plans(): Soon<Plans>
  /** `sought`: the fingerprint of a secret, or the id of a key. */
  find(sought: string): Soon<StoredSecret | undefined>
  /** Registers an account for three days. */
  register(account: number, allowance: Allowance, limits: CallLimits): Soon<void>
  /** Takes a request and a place in flight, and makes the debit if there is a price; all or nothing. */
  enter(account: number, price?: CallPrice): Soon<RateRefusal | NotCovered | (RateState & Partial<DebitReceipt>)>
  /** Ends a call that has entered. */
  leave(account: number): Soon<void>
  /** Counts a miss. Returns 0, or the milliseconds until a miss may be counted. */
  miss(account: number): Soon<number>
  rate(account: number): Soon<RateState>
  debit(account: number, price: CallPrice): Soon<NotCovered | DebitReceipt>
  /** Ends a debit whose call was answered and costs the full price. */
  settle(debit: number): Soon<void>
  /**
   * Ends a debit: the call costs `cost`, or was not answered if `cost` is undefined. Resolves once the refund is
   * stored.
   */
  refund(debit: number, cost: number | undefined): Soon<void>
  /** Credits of the allowance that are spent. */
  used(account: number): Soon<number>
  usage(account: number): Soon<readonly Usage[]>
  /** Includes all plans that the key has had. */
  usageSince(account: number, day: Day): Soon<readonly Usage[]>
}

/** Methods whose result a thread waits for. */
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
/** Methods that a thread calls without waiting for a result. */
export const LEDGER_NOTES: readonly (keyof LedgerPort)[] = ['register', 'leave', 'settle']
