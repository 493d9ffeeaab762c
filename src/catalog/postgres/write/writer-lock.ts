import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Session } from '../session.ts'

/** The key of the advisory lock that the process that changes the catalog takes. */
export const WRITER_LOCK = 0x506c_6177

export const CHANGED_BY_ANOTHER =
  'The catalog is being changed by another process: wait until it has finished, then try again.'

/**
 * Begins a transaction as the only process that changes the catalog. Throws a CommandFault if another process is
 * changing it.
 */
export function beginAlone(session: Session): void {
  session.query('BEGIN')
  session.query(UNHURRIED)
  session.query(NOTICED)
  const [lock] = session.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [WRITER_LOCK])
  if (lock?.mine !== true) throw new CommandFault(CHANGED_BY_ANOTHER, EXIT.busy)
}

/**
 * Time limits of the writer's transaction. Statements may take any time, whatever the role or the database sets,
 * because building an index takes long; servers before 17 have no limit for transactions.
 *
 * A machine without power or network is given up after 20 seconds, with its transaction and its lock; by default, the
 * server would wait for two hours. A process that stands still is given up after a minute. A running process sends signs of
 * life more often, even while it trains for minutes; see `session-thread.ts`.
 */
export const UNHURRIED = `SELECT set_config(name, value, true) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_in_transaction_session_timeout', '60000'),
    ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '20000')
  ) wanted (name, value) USING (name)`

/** Lets the server notice a lost connection even during a statement. Some systems do not support this. */
const NOTICED = `DO $$ BEGIN
  SET LOCAL client_connection_check_interval = 1000;
  EXCEPTION WHEN OTHERS THEN NULL;
END $$`
