/** Of whoever changes the catalogue, among all that take advisory locks in a database. */
export const WRITER_LOCK = 0x506c_6177

/**
 * Of the node that makes cards again. Where there are shards, whoever changes the catalogue waits for it: a server that
 * is asked by another one cannot let the later of two changes of a row wait and go on.
 */
export const CARDS_LOCK = 0x506c_6163

export const CHANGED_BY_ANOTHER =
  'The catalogue is being changed by another process: wait until it has finished, then try again.'

/**
 * An index takes as long as it takes, and learning minutes without a statement, whatever the role or the database sets.
 * Servers before 17 have no limit of a transaction.
 */
export const UNHURRIED = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name IN
  ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`
