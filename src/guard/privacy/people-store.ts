import type { Clock } from '../../kit/base/clock.ts'
import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Trouble } from '../../kit/store/trouble.ts'

/**
 * Stores withheld people and the audit log, in the file of a data folder or in a database that nodes share. Every
 * method rejects with a CommandFault if the store cannot be read or written.
 */
export interface PeopleStore extends Statements {
  /**
   * A query for one row. `secret` is the key of the marks. `change` is a text that differs after each change of the
   * list and never repeats.
   */
  readonly state: string
  /** The columns by which the store sorts entries of the audit log quickly, oldest first. */
  readonly auditOrder: string
  /** The condition for entries that come after the entry of time `$1` and number `$2` in `auditOrder`. */
  readonly auditAfter: string
  /** Runs `change` in a transaction. Changes of the list run one at a time. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Calls `look` soon after each change of the list, until the store is closed. `consequence`: see `Trouble`. */
  follow(look: () => Promise<void>, log: Log, consequence: string): void
  /**
   * Resolves once the entry is on the disk. The result is a fault if the entry had to wait for another program's lock.
   * Entries that are appended at the same time share one wait for the disk and are stored in order.
   */
  append(entry: StoredEntry): Promise<CommandFault | undefined>
  /**
   * Returns the clock that dates entries. A file uses the program's clock. A database uses its own clock, so that all
   * nodes have the same time; with a log, the returned clock follows the database until the store is closed.
   */
  clockOf(own: Clock, log?: Log): Promise<Clock>
  /** `consequence`: see `Trouble`. */
  trouble(log: Log, consequence: string): Trouble
  close(): Promise<void>
}

/** The values of the columns at_ms, key_id, label, operation, subject and request_id. */
export type StoredEntry = readonly [number, string, string, string, string, string]

/** The size of the secret that is the key of the marks. */
export const SECRET_BYTES = 32
