import type { Clock } from '../../kit/base/clock.ts'
import type { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import type { Statements } from '../../kit/store/statements.ts'
import type { Trouble } from '../../kit/store/trouble.ts'

/**
 * Where withheld people and the audit log are stored: the file of a data folder, or a database of any number of nodes.
 * Every method rejects with a CommandFault of one sentence if the store cannot be read or written.
 */
export interface PeopleStore extends Statements {
  /**
   * Selects one row: `secret`, which keys the marks, and `change`, a text that differs after each change of the list
   * and never comes back.
   */
  readonly state: string
  /** The order in which the store finds entries of the audit log quickly, oldest first. */
  readonly auditOrder: string
  /** The condition for entries that follow the one from moment `$1` with number `$2` in that order. */
  readonly auditAfter: string
  /** Does all of `change` or nothing, with no other change of the list in between. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Calls `look` soon after each change of the list, until the store is closed. For `meanwhile` see `Trouble`. */
  follow(look: () => Promise<void>, log: Log, meanwhile: string): void
  /**
   * Resolves once the entry is on the disk, with the fault of a lock if the entry had to wait for another program.
   * Entries that come at the same time wait for the disk together, and are stored in their order.
   */
  append(entry: StoredEntry): Promise<CommandFault | undefined>
  /**
   * Returns the clock that dates entries: that of the database, so that it is the same on all nodes, or the program's
   * own. With a log, the clock follows the database until the store is closed.
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
