import type { Day } from '../../kit/base/clock.ts'
import type { Soon } from '../../kit/threads/remote.ts'

/** Credits of a key under the plan of a number, within a period of days; `end` is exclusive. */
export interface Allowance {
  readonly keyId: string
  readonly planNumber: number
  readonly first: Day
  readonly end: Day
  /** Credits that may be spent. */
  readonly limit: number
}

/** Where a call stands in the usage of its key. */
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

/** The rate of a key, in milliseconds, for a store that several nodes share and whose clock counts. */
export interface SharedRate {
  readonly intervalMs: number
  /** From an empty bucket to a full one. */
  readonly emptyMs: number
}

/** One change of the ledger. */
export type LedgerLine =
  | DebitLine
  /** Takes a request from the rate of all nodes. */
  | { readonly kind: 'enter'; readonly keyId: string; readonly rate: SharedRate }
  /** Takes back credits of a call, and the call itself if it was not answered. */
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

/** The result of a line; of lines other than debits, only the rate counts. */
export interface LineResult {
  /** Credits of the allowance that were spent before. */
  readonly used: number
  /** Credits debited: 0 if the idempotency key is paid for. Undefined if the allowance did not cover the call. */
  readonly credits: number | undefined
  /** Milliseconds until the rate of all nodes permits the call; it was not debited then. */
  readonly waitMs?: number | undefined
  /** Milliseconds until the bucket of all nodes is full. */
  readonly fullInMs?: number | undefined
}

/** Where credits are stored. */
export interface LedgerStore {
  /** Several nodes share it, and so the rate of each key is counted there too. */
  readonly isShared: boolean
  /**
   * Makes all changes in one transaction and in their order. Returns their results. If it rejects, a store that several
   * nodes share may have made them all the same: the same batch, written again under the same number, counts once.
   */
  write(batch: number, lines: readonly LedgerLine[]): Soon<readonly LineResult[]>
  /** Called about once a second, for work that calls need not wait for. */
  maintain(): Soon<void>
  close(): Soon<void>
}
