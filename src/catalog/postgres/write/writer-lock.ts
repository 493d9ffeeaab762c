import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Session } from '../session.ts'

/** The key of the advisory lock that the process holds while it changes the catalog. */
export const WRITER_LOCK = 0x506c_6177

export const CHANGED_BY_ANOTHER =
  'The catalog is being changed by another process: wait until it has finished, then try again.'

/**
 * Begins a transaction as the only process that changes the catalog. Throws a CommandFault while another process is
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
 * Time limits of the writer's transaction. Statements may take any time, because building an index takes long. If the
 * writer's machine disappears, the server ends the transaction after 20 seconds, not after two hours. If the writer's
 * process hangs, the server ends the transaction after a minute. A running process sends messages more often, even
 * during training; see `session-thread.ts`.
 */
export const UNHURRIED = `SELECT set_config(name, value, true) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('transaction_timeout', '0'), ('idle_in_transaction_session_timeout', '60000'),
    ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3'),
    ('tcp_user_timeout', '20000')
  ) wanted (name, value) USING (name)`

/** SQL that lets the server notice a lost connection even during a statement. Some systems do not support this. */
const NOTICED = `DO $$ BEGIN
  SET LOCAL client_connection_check_interval = 1000;
  EXCEPTION WHEN OTHERS THEN NULL;
END $$`
