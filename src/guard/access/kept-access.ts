import type { MessagePort } from 'node:worker_threads'
import type { Access } from './access.ts'
import type { Plans } from './plans.ts'

/** A thread that borrows starts with this. */
export interface LaneSetting {
  /** The number of the borrower, from 1. */
  readonly lane: number
  /** The memory of a data folder's ledger; absent where credits are in a database. */
  readonly ledger?: LedgerMemory
}

/** Memory that a borrower shares with the thread that keeps the ledger. */
export interface LedgerMemory {
  /** Where it writes down what it settles. */
  readonly settled: SharedArrayBuffer
  /** The file in which that outlives the process. */
  readonly settledPath: string
  /** A number that differs after every change to keys and plans. */
  readonly changes: SharedArrayBuffer
}

/** Access for this thread, which keeps the ledger, and for others that borrow from it. */
export interface KeptAccess extends Access {
  /** Looks for changes to keys and plans now rather than at the next turn of the timer, and drops what is idle. */
  refresh(): void | Promise<void>
  /**
   * Charged calls that the key file does not hold yet, those of all threads; none of them was charged longer ago than
   * `lagMs`.
   */
  readonly unwritten: { readonly calls: number; readonly lagMs: number }
  /** The plans in force. */
  readonly plans: Plans
  /** Answers a borrower at its port; returns what it starts with. */
  lendTo(lane: number, port: MessagePort): LaneSetting
  /** A borrower has died: what it had settled stays so, what it had in flight is given back. */
  bury(lane: number): void
}
