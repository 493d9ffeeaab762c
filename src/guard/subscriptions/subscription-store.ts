import type { Statements } from '../../kit/store/statements.ts'

type Values = Parameters<Statements['query']>[1]

/** A statement that changes rows and returns nothing. */
export interface Changing {
  readonly text: string
  readonly values?: Values
}

/** Stores subscriptions in the file of a data folder or in a database. */
export interface SubscriptionStore extends Statements {
  /** Runs statements in order in one transaction, after all earlier transactions. */
  change(statements: readonly Changing[]): Promise<void>
  close(): Promise<void>
}
