import { LOGGED_NOUNS, type LoggedNoun } from '../../ports/change-log.ts'
import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'

/** Name of the table with the last change of each record of a type. Includes deleted records. */
export function changeTable(noun: ChangingNoun): string {
  return `${noun}_change`
}

/** Name of the table with the events of a record type. */
export function logTable(noun: LoggedNoun): string {
  return `${noun}_log`
}

/** Tables that cannot be derived from records, since records do not say when they changed. */
export const CHANGE_TABLES: readonly string[] = [...CHANGING_NOUNS.map(changeTable), ...LOGGED_NOUNS.map(logTable)]

/**
 * Row of the table `meta`: the token of the last commit that gave its changes sequence numbers. A version of Plat that
 * assigns no numbers does not update this row; the next commit then numbers all records again.
 */
export const NUMBERED_TOKEN = 'numbered'

/** Row of the table `meta`: a number that no sequence number of the replaced catalog exceeds. */
export const NUMBERS_AFTER = 'numbersAfter'

/**
 * Row of the table `meta`: the token of the last commit that logged its changes. A version of Plat without a log does
 * not update this row; the log then starts again, since it lacks changes.
 */
export const LOGGED_TOKEN = 'logged'

/** Row of the table `meta`: the change log is complete after this sequence number. */
export const LOG_AFTER = 'logAfter'

/**
 * Selects the highest sequence number assigned so far. An event has the number of its record's change. Changes of
 * experiences are stored only as events.
 */
export const LAST_CHANGE = `SELECT greatest(0, ${CHANGING_NOUNS.map(
  (noun) => `(SELECT max(sequence) FROM catalog.${changeTable(noun)})`,
).join(', ')}, (SELECT max(sequence) FROM catalog.experience_log),
  (SELECT max(value::int8) FROM catalog.meta WHERE name IN ('${NUMBERS_AFTER}', '${LOG_AFTER}'))) AS last`

/**
 * Selects the sequence numbers between which the change log is complete. If the last commit was not logged, the range
 * is empty.
 */
export const LOG_BOUNDS = `SELECT last AS "upTo", CASE
    WHEN (SELECT value FROM catalog.meta WHERE name = '${LOGGED_TOKEN}') = (SELECT value FROM catalog.meta WHERE name = 'token')
    THEN (SELECT value::int8 FROM catalog.meta WHERE name = '${LOG_AFTER}') ELSE last END AS after
  FROM (${LAST_CHANGE}) given`

/** SQL for the tables with the last change of each record. */
export const CHANGES = `
  CREATE TABLE catalog.home_change (
    sequence int8 PRIMARY KEY, id int8 NOT NULL, is_gone boolean NOT NULL, UNIQUE (id) INCLUDE (is_gone)
  );
  CREATE TABLE catalog.offer_change (
    sequence int8 PRIMARY KEY, id int8 NOT NULL, is_gone boolean NOT NULL, UNIQUE (id) INCLUDE (is_gone)
  );
  CREATE TABLE catalog.agent_change (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL, is_gone boolean NOT NULL, UNIQUE (id) INCLUDE (is_gone)
  );
  CREATE TABLE catalog.office_change (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL, is_gone boolean NOT NULL, UNIQUE (id) INCLUDE (is_gone)
  );`

/**
 * SQL for the tables with the change log. Its bytes are already compressed, so the server does not compress them again.
 */
export const LOGS = `
  CREATE TABLE catalog.home_log (
    sequence int8 PRIMARY KEY, id int8 NOT NULL, kinds int2 NOT NULL, undo bytea NOT NULL
  );
  CREATE TABLE catalog.offer_log (
    sequence int8 PRIMARY KEY, id int8 NOT NULL, kinds int2 NOT NULL, undo bytea NOT NULL
  );
  CREATE TABLE catalog.experience_log (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL, kinds int2 NOT NULL, undo bytea NOT NULL
  );
  CREATE TABLE catalog.agent_log (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL, kinds int2 NOT NULL, undo bytea NOT NULL
  );
  ALTER TABLE catalog.home_log ALTER undo SET STORAGE EXTERNAL;
  ALTER TABLE catalog.offer_log ALTER undo SET STORAGE EXTERNAL;
  ALTER TABLE catalog.experience_log ALTER undo SET STORAGE EXTERNAL;
  CREATE INDEX home_log_id ON catalog.home_log (id);
  CREATE INDEX offer_log_id ON catalog.offer_log (id);
  CREATE INDEX experience_log_id ON catalog.experience_log (id);
  CREATE INDEX agent_log_id ON catalog.agent_log (id);`
