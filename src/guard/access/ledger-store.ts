import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'

/** The credits of a key under one of its plans, for a period of days. `end` is exclusive. */
export interface Allowance {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  readonly end: Day
  /** Credits that may be spent. */
  readonly limit: number
}

/** A line of the usage (key, plan, day and operation) and the credits to add to it. */
export interface UsageLine {
  readonly keyId: string
  readonly planNumber: number
  readonly day: Day
  readonly operation: string
  readonly credits: number
}

/** An idempotency key that is stored, so that a restarted service knows it. */
interface LastingId {
  readonly name: string
  readonly nowMs: number
  readonly untilMs: number
}

/** The rate limit of a key, in milliseconds, in a store that several nodes share. The store's clock applies. */
export interface SharedRate {
  readonly intervalMs: number
  /** Milliseconds that an empty bucket needs to fill up. */
  readonly emptyMs: number
}

/** One change of the ledger. */
export type LedgerLine =
  | DebitLine
  /** Takes one request from the rate limit that all nodes share. */
  | { readonly kind: 'enter'; readonly keyId: string; readonly rate: SharedRate }
  /** Refunds credits of a call. If the call was not answered, also removes the call from the usage. */
  | ({ readonly kind: 'refund'; readonly calls: 0 | 1 } & UsageLine)
  /** Ends a call with a stored idempotency key. Without a cost, the call was not answered. */
  | { readonly kind: 'end'; readonly name: string; readonly cost: number | null }
  /** Stores the time at which a key was last used. */
  | { readonly kind: 'use'; readonly keyId: string; readonly atMs: number }

/** Debits a call if the allowance has enough credits. */
export interface DebitLine extends UsageLine, Allowance {
  readonly kind: 'debit'
  readonly id?: LastingId | undefined
  readonly rate?: SharedRate | undefined
}

/** The result of a line. Lines that are not debits set only the fields about the rate. */
export interface LineResult {
  /** Credits of the allowance that were spent before this line. */
  readonly used: number
  /**
   * Credits debited. 0 if an earlier call with the idempotency key was charged. Undefined if the allowance was too
   * small.
   */
  readonly credits: number | undefined
  /** Milliseconds until the rate limit that all nodes share allows the call. A call that has to wait is not debited. */
  readonly waitMs?: number | undefined
  /** Milliseconds until the bucket that all nodes share is full. */
  readonly fullInMs?: number | undefined
}

/** Stores credits. */
export interface LedgerStore {
  /** Whether several nodes share the store. A shared store also counts the rate limit of each key. */
  readonly isShared: boolean
  /**
   * Makes all changes in order, in one transaction, and returns their results. A shared store that rejects may still
   * have made the changes. Writing the batch again under the same number does not count it twice.
   */
  write(batch: number, lines: readonly LedgerLine[]): Soon<readonly LineResult[]>
  /** Does work that no call waits for. Called about once a second. */
  maintain(): Soon<void>
  close(): Soon<void>
}
