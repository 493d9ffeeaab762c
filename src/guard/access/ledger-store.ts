import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'

/** Credits of a key under one of its plans, within a period of days. `end` is exclusive. */
export interface Allowance {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  readonly end: Day
  /** Credits that may be spent. */
  readonly limit: number
}

/** The usage that a call is added to, and its credits. */
export interface UsageLine {
  readonly keyId: string
  readonly planNumber: number
  readonly day: Day
  readonly operation: string
  readonly credits: number
}

/** An idempotency key that outlives the process. */
interface LastingId {
  readonly name: string
  readonly nowMs: number
  readonly untilMs: number
}

/** The rate of a key, in milliseconds, for a store that several nodes share. The clock of the store counts. */
export interface SharedRate {
  readonly intervalMs: number
  /** Milliseconds from an empty bucket to a full one. */
  readonly emptyMs: number
}

/** One change of the ledger. */
export type LedgerLine =
  | DebitLine
  /** Takes a request from the rate that all nodes share. */
  | { readonly kind: 'enter'; readonly keyId: string; readonly rate: SharedRate }
  /** Refunds credits of a call, and removes the call from the usage if it was not answered. */
  | ({ readonly kind: 'refund'; readonly calls: 0 | 1 } & UsageLine)
  /** A call with a lasting idempotency key has ended; without a cost, it was not answered. */
  | { readonly kind: 'end'; readonly name: string; readonly cost: number | null }
  /** Stores when a key was used last. */
  | { readonly kind: 'use'; readonly keyId: string; readonly atMs: number }

/** Debits a call if the allowance covers it. */
export interface DebitLine extends UsageLine, Allowance {
  readonly kind: 'debit'
  readonly id?: LastingId | undefined
  readonly rate?: SharedRate | undefined
}

/** The result of a line. For lines other than debits, only the fields about the rate matter. */
export interface LineResult {
  /** Credits of the allowance that were spent before. */
  readonly used: number
  /** Credits debited: 0 if the idempotency key is paid for. Undefined if the allowance did not cover the call. */
  readonly credits: number | undefined
  /** Milliseconds until the rate of all nodes permits the call. A call that has to wait is not debited. */
  readonly waitMs?: number | undefined
  /** Milliseconds until the bucket of all nodes is full. */
  readonly fullInMs?: number | undefined
}

/** Stores credits. */
export interface LedgerStore {
  /** Whether several nodes share the store. If so, the store counts the rate of each key too. */
  readonly isShared: boolean
  /**
   * Makes all changes in order, in one transaction, and returns their results. If a shared store rejects, it may have
   * made the changes all the same: a batch that is written again under the same number counts once.
   */
  write(batch: number, lines: readonly LedgerLine[]): Soon<readonly LineResult[]>
  /** Called about once a second, for work that no call waits for. */
  maintain(): Soon<void>
  close(): Soon<void>
}
