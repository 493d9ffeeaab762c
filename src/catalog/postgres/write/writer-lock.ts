import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Session } from '../session.ts'

/** The advisory lock of the process that changes the catalog, among all that are taken in a database. */
export const WRITER_LOCK = 0x506c_6177

export const CHANGED_BY_ANOTHER =
  'The catalogue is being changed by another process: wait until it has finished, then try again.'

/** Begins a transaction in which nobody else changes the catalog; throws a CommandFault while somebody does. */
export function beginAlone(session: Session): void {
  session.query('BEGIN')
  session.query(UNHURRIED)
  session.query(NOTICED)
  const [lock] = session.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [WRITER_LOCK])
  if (lock?.mine !== true) throw new CommandFault(CHANGED_BY_ANOTHER, EXIT.busy)
}

/**
 * An index takes as long as it takes, whatever the role or the database sets. Servers before 17 have no limit of a
 * transaction. But a machine that has lost its power or its network is given up after 20 seconds, and its transaction
 * and lock with it, where the server would wait for two hours. A process that stands still is given up after a minute:
 * one that runs says so more often, also while it learns for minutes; see `session-thread.ts`.
 */
export const UNHURRIED = `SELECT set_config(name, value, true) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_in_transaction_session_timeout', '60000'),
    ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '20000')
  ) wanted (name, value) USING (name)`

/** Also in the middle of a statement; some systems cannot tell the server. */
const NOTICED = `DO $$ BEGIN
  SET LOCAL client_connection_check_interval = 1000;
  EXCEPTION WHEN OTHERS THEN NULL;
END $$`
