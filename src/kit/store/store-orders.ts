import type { SQLInputValue } from 'node:sqlite'
import type { StoreNames } from './store-fault.ts'

/**
 * How long one try waits for another program's lock. It is short, so that changes that arrive during a try join the
 * next try.
 */
export const LOCK_WAIT_MS = 250

/** A statement, and the rows of values with which it runs, one after the other. */
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
