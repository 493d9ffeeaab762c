import type { Statements } from '../../kit/store/statements.ts'

type Values = Parameters<Statements['query']>[1]

/** A statement that changes rows and answers none. */
export interface Changing {
  readonly text: string
  readonly values?: Values
}

/** Where subscriptions are stored: the file of a data folder, or a database of any number of nodes. */
export interface SubscriptionStore extends Statements {
  /** Runs statements one after the other, wholly or not at all, with no other change in between. */
  change(statements: readonly Changing[]): Promise<void>
  close(): Promise<void>
}
