import type { Clock } from '../../kit/base/clock.ts'
import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Trouble } from '../../kit/store/trouble.ts'

/**
 * Stores the list of people withheld from answers, and the audit log, in the file of a data folder or in a database.
 * All methods reject with a CommandFault if the store cannot be read or written.
 */
export interface PeopleStore extends Statements {
  /**
   * A query for one row: `secret` is the key of the hashes, and `change` is a new, unique string after each change of
   * the list.
   */
  readonly state: string
  /** The columns that sort audit entries oldest first, using an index. */
  readonly auditOrder: string
  /** SQL condition for the entries after time `$1` and number `$2` in `auditOrder`. */
  readonly auditAfter: string
  /** Runs `change` in a transaction, after all earlier changes of the list. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /**
   * Calls `look` soon after each change of the list, until the store is closed.
   * @param consequence See `Trouble`.
   */
  follow(look: () => Promise<void>, log: Log, consequence: string): void
  /**
   * Resolves once the entry is on the disk. Returns a fault if it had to wait for another program's lock. Entries
   * appended at the same time share one write and are stored in order.
   */
  append(entry: StoredEntry): Promise<CommandFault | undefined>
  /**
   * Returns the clock that dates entries. In a folder, it is the program's clock. In a database, it is the database's
   * clock, so that all nodes agree. If a log is given, the clock follows the database until the store is closed.
   */
  clockOf(own: Clock, log?: Log): Promise<Clock>
  /** @param consequence See `Trouble`. */
  trouble(log: Log, consequence: string): Trouble
  close(): Promise<void>
}

/** Values of at_ms, key_id, label, operation, subject and request_id. */
export type StoredEntry = readonly [number, string, string, string, string, string]

/** Size in bytes of the secret, which is the key of the hashes. */
export const SECRET_BYTES = 32
