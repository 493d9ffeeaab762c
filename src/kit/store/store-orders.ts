import type { SQLInputValue } from 'node:sqlite'
import type { StoreNames } from './store-fault.ts'

/**
 * How long one try waits for another program's lock. The wait is short, so that newly arrived changes soon join the
 * next try.
 */
export const LOCK_WAIT_MS = 250

/** A statement with rows of values. It runs once for each row, in order. */
export interface Change {
  readonly sql: string
  readonly rows: readonly (readonly SQLInputValue[])[]
}

/** The data with which the thread of a `StoreWriter` starts. */
export interface WriterStart {
  readonly path: string
  readonly names: StoreNames
  readonly durable: boolean
}
