import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { RateState, Usage } from './access.ts'
import type { Allowance } from './ledger-store.ts'
import type { Plans } from './plans.ts'
import type { CallLimits, RateRefusal } from './rates.ts'
import type { StoredSecret } from './stored-key.ts'

/** The upper limit of what a call costs. */
export interface CallPrice {
  readonly day: Day
  readonly operation: string
  readonly credits: number
  readonly id?: { readonly name: string; readonly lasts: boolean; readonly forMs: number } | undefined
}

/** A debit that was made, with the credits that are spent after it. */
export interface DebitReceipt {
  readonly number: number
  readonly credits: number
  readonly used: number
}

/** The allowance does not cover the call. */
export interface NotCovered {
  /** Credits that are spent. */
  readonly usedBefore: number
}

/**
 * The ledger as a thread that answers calls uses it, from another thread. The thread numbers its accounts and registers them
 * once, so that messages stay small. All methods reject with a Fault of status 503.
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
  /** Takes a miss. Returns 0, or the milliseconds until one may be taken. */
  miss(account: number): Soon<number>
  rate(account: number): Soon<RateState>
  debit(account: number, price: CallPrice): Soon<NotCovered | DebitReceipt>
  /** The call of a debit was answered and costs all of it. */
  settle(debit: number): Soon<void>
  /** The call of a debit costs this, or was not answered. Resolves once that is stored, and the rest is refunded. */
  refund(debit: number, cost: number | undefined): Soon<void>
  /** Credits of the allowance that are spent. */
  used(account: number): Soon<number>
  usage(account: number): Soon<readonly Usage[]>
  /** Under all plans that the key has had. */
  usageSince(account: number, day: Day): Soon<readonly Usage[]>
}

/** Methods that a thread waits for, and those that it only sends. */
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
export const LEDGER_NOTES: readonly (keyof LedgerPort)[] = ['register', 'leave', 'settle']
