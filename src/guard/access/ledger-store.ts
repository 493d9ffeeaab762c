import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'

/** A key's credits under one plan, for a period of days. `end` is exclusive. */
export interface Allowance {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  readonly end: Day
  /** Credits that may be spent. */
  readonly limit: number
}

/** Credits to add to the usage of a key, by plan, day and operation. */
export interface UsageLine {
  readonly keyId: string
  readonly planNumber: number
  readonly day: Day
  readonly operation: string
  readonly credits: number
}

/** An idempotency key that is stored, so that it is known after a restart. */
interface LastingId {
  readonly name: string
  readonly nowMs: number
  readonly untilMs: number
}

/** A key's rate limit in milliseconds, for a database that counts the calls of all nodes by its own clock. */
export interface SharedRate {
  readonly intervalMs: number
  /** Milliseconds until an empty bucket is full. */
  readonly emptyMs: number
}

/** One change of the ledger. */
export type LedgerLine =
  | DebitLine
  /** Counts a call toward the rate limit that all nodes share. */
  | { readonly kind: 'enter'; readonly keyId: string; readonly rate: SharedRate }
  /** Refunds credits of a call. If it was not answered, also takes the call out of the usage. */
  | ({ readonly kind: 'refund'; readonly calls: 0 | 1 } & UsageLine)
  /** Ends a call with a stored idempotency key. `cost` is null if the call was not answered. */
  | { readonly kind: 'end'; readonly name: string; readonly cost: number | null }
  /** Stores the time at which a key was last used. */
  | { readonly kind: 'use'; readonly keyId: string; readonly atMs: number }

/** Debits a call if enough credits are left. */
export interface DebitLine extends UsageLine, Allowance {
  readonly kind: 'debit'
  readonly id?: LastingId | undefined
  readonly rate?: SharedRate | undefined
}

/** The result of a `LedgerLine`. `used` and `credits` are meaningful only for debits. */
export interface LineResult {
  /** Credits spent before this line. */
  readonly used: number
  /**
   * Credits debited: 0 if an earlier call with the idempotency key was charged, undefined if too few credits are left.
   */
  readonly credits: number | undefined
  /** Milliseconds until the shared rate limit allows the call. A call that must wait is not debited. */
  readonly waitMs?: number | undefined
  /** Milliseconds until the shared rate limit allows a full burst. */
  readonly fullInMs?: number | undefined
}

/** Stores credits. */
export interface LedgerStore {
  /** Whether several nodes use the store. Then the store also counts the calls of each key. */
  readonly isShared: boolean
  /**
   * Makes all changes in order, in one transaction, and returns their results. A database may have made the changes
   * even if the promise rejects. Writing the batch again with the same number does not count it twice.
   */
  write(batch: number, lines: readonly LedgerLine[]): Soon<readonly LineResult[]>
  /** Does background work. Called about once a second. */
  maintain(): Soon<void>
  close(): Soon<void>
}
