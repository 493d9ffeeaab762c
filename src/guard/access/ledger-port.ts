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

/** A successful debit. `used`: credits spent, including the debit. */
export interface DebitReceipt {
  readonly number: number
  readonly credits: number
  readonly used: number
}

/** A refused debit: the allowance has too few credits for the call. */
export interface NotCovered {
  /** Credits spent so far. */
  readonly usedBefore: number
}

/**
 * The ledger as a thread uses it that answers calls in the same process. The thread numbers its accounts and registers
 * each account once, so that messages stay small. A method that fails rejects with a Fault of status 503.
 */
export interface LedgerPort {
  plans(): Soon<Plans>
  /** Finds a key by the fingerprint of its secret or by its id. */
  find(sought: string): Soon<StoredSecret | undefined>
  /** Registers an account for three days. */
  register(account: number, allowance: Allowance, limits: CallLimits): Soon<void>
  /** Takes one request and a place in flight, and debits the price if there is one; all or nothing. */
  enter(account: number, price?: CallPrice): Soon<RateRefusal | NotCovered | (RateState & Partial<DebitReceipt>)>
  /** Frees the place in flight of a call that `enter` accepted. */
  leave(account: number): Soon<void>
  /** Counts a miss and returns 0, or returns the milliseconds until a miss may be counted. */
  miss(account: number): Soon<number>
  rate(account: number): Soon<RateState>
  debit(account: number, price: CallPrice): Soon<NotCovered | DebitReceipt>
  /** Ends the debit of a call that was answered and costs the full price. */
  settle(debit: number): Soon<void>
  /**
   * Ends the debit of a call that costs `cost`. If `cost` is undefined, the call was not answered. Resolves once the
   * refund is stored.
   */
  refund(debit: number, cost: number | undefined): Soon<void>
  /** Returns how many credits of the allowance are spent. */
  used(account: number): Soon<number>
  usage(account: number): Soon<readonly Usage[]>
  /** Includes the usage under all plans that the key has had. */
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
/** Methods that a thread calls without waiting for a result. */
export const LEDGER_MESSAGES: readonly (keyof LedgerPort)[] = ['register', 'leave', 'settle']
