import { LOGGED_NOUNS, type LoggedNoun } from '../../ports/change-log.ts'
import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'

/** The table with the last change of each record of a noun, removed records included. */
export function changeTable(noun: ChangingNoun): string {
  return `${noun}_change`
}

/** The table with the events of the records of a noun. */
export function logTable(noun: LoggedNoun): string {
  return `${noun}_log`
}

/** Tables that cannot be derived from records, because records do not say when they changed. */
export const CHANGE_TABLES: readonly string[] = [...CHANGING_NOUNS.map(changeTable), ...LOGGED_NOUNS.map(logTable)]

/**
 * Row of `meta`: the token of the last commit that gave sequence numbers to its changes. A version of Plat without
 * sequence numbers leaves this row unchanged; the next commit then numbers all records again.
 */
export const NUMBERED_TOKEN = 'numbered'

/**
 * Row of `meta`: a number that is at least as large as every sequence number of the catalog that this catalog replaced.
 */
export const NUMBERS_AFTER = 'numbersAfter'

/**
 * Row of `meta`: the token of the last commit that logged its changes. A version of Plat without a log leaves this row
 * unchanged; the log then starts again, because it lacks the changes of that commit.
 */
export const LOGGED_TOKEN = 'logged'

/** Row of `meta`: the sequence number after which the log is complete. */
export const LOG_AFTER = 'logAfter'

/**
 * Selects the highest sequence number assigned so far. Events have the sequence numbers of their records' changes; only
 * experiences have events without such changes.
 */
export const LAST_CHANGE = `SELECT greatest(0, ${CHANGING_NOUNS.map(
  (noun) => `(SELECT max(sequence) FROM catalog.${changeTable(noun)})`,
).join(', ')}, (SELECT max(sequence) FROM catalog.experience_log),
  (SELECT max(value::int8) FROM catalog.meta WHERE name IN ('${NUMBERS_AFTER}', '${LOG_AFTER}'))) AS last`

/**
 * Selects the sequence numbers between which the log is complete. The range is empty if the last commit was not logged.
 */
export const LOG_BOUNDS = `SELECT last AS "upTo", CASE
    WHEN (SELECT value FROM catalog.meta WHERE name = '${LOGGED_TOKEN}') = (SELECT value FROM catalog.meta WHERE name = 'token')
    THEN (SELECT value::int8 FROM catalog.meta WHERE name = '${LOG_AFTER}') ELSE last END AS after
  FROM (${LAST_CHANGE}) given`

/** The last change of each record. */
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

/** The log of events. Its bytes are already compressed, so the server does not compress them. */
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
