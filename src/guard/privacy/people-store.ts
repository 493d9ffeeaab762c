import type { Clock } from '../../kit/base/clock.ts'
import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Trouble } from '../../kit/store/trouble.ts'

/**
 * Stores withheld people and the audit log: the file of a data folder, or a database of any number of nodes. Every
 * method rejects with a CommandFault of one sentence if the store cannot be read or written.
 */
export interface PeopleStore extends Statements {
  /**
   * Selects one row: `secret` keys the marks, and `change` is a text that differs after each change of the list and
   * never repeats.
   */
  readonly state: string
  /** The order in which the store finds entries of the audit log quickly, oldest first. */
  readonly auditOrder: string
  /** The condition for entries that follow the entry of time `$1` and number `$2` in this order. */
  readonly auditAfter: string
  /** Runs `change` in a transaction, one change of the list at a time. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Calls `look` soon after each change of the list, until the store is closed. For `meanwhile` see `Trouble`. */
  follow(look: () => Promise<void>, log: Log, meanwhile: string): void
  /**
   * Resolves once the entry is on the disk. If the entry had to wait for another program's lock, the result is the
   * fault of that lock. Entries that come at the same time wait for the disk together and are stored in their order.
   */
  append(entry: StoredEntry): Promise<CommandFault | undefined>
  /**
   * Returns the clock that dates entries. A database uses its own clock, so that the time is the same on all nodes; a
   * file uses the program's clock. With a log, the clock follows the database until the store is closed.
   */
  clockOf(own: Clock, log?: Log): Promise<Clock>
  /** For `meanwhile` see `Trouble`. */
  trouble(log: Log, meanwhile: string): Trouble
  close(): Promise<void>
}

/** The values of the columns at_ms, key_id, label, operation, subject and request_id. */
export type StoredEntry = readonly [number, string, string, string, string, string]

/** The size of the secret that keys marks. */
export const SECRET_BYTES = 32
