import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'

/** The table with the last change of each record of a noun, one that is gone included. */
export function changeTable(noun: ChangingNoun): string {
  return `${noun}_change`
}

/** Tables that are not derived from records, since these do not tell when they changed. */
export const CHANGE_TABLES: readonly string[] = CHANGING_NOUNS.map(changeTable)

/**
 * Row of `meta`: the token of the last commit that numbered what it changed. A Plat from before numbers were given leaves
 * it as it was, and the next commit numbers everything anew.
 */
export const NUMBERED_TOKEN = 'numbered'

/** Row of `meta`: a number that is greater than those of the catalogue that this one replaced. */
export const NUMBERS_AFTER = 'numbersAfter'

/** Reads the greatest number that was given. */
export const LAST_CHANGE = `SELECT greatest(0, ${CHANGING_NOUNS.map(
  (noun) => `(SELECT max(sequence) FROM catalog.${changeTable(noun)})`,
).join(', ')}, (SELECT value::int8 FROM catalog.meta WHERE name = '${NUMBERS_AFTER}')) AS last`

/**
 * The step that adds the tables and numbers all records there are: each has a millisecond of its own before this moment.
 * It spells out what it makes and reads, as steps never change.
 */
export const NUMBER_CHANGES = `
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
  );
  DO $$ DECLARE
    last int8;
    given int8;
    noun text;
  BEGIN
    IF NOT EXISTS (SELECT FROM catalog.meta WHERE name = 'catalogId') THEN RETURN; END IF;
    SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) * 1000 - 1000 * (1 + count(*)) INTO last FROM (
      SELECT FROM catalog.home UNION ALL SELECT FROM catalog.offer
      UNION ALL SELECT FROM catalog.agent UNION ALL SELECT FROM catalog.office
    ) kept;
    FOREACH noun IN ARRAY ARRAY['home', 'offer', 'agent', 'office'] LOOP
      EXECUTE format('INSERT INTO catalog.%I SELECT $1 + 1000 * row_number() OVER (ORDER BY id), id, false FROM catalog.%I',
        noun || '_change', noun) USING last;
      GET DIAGNOSTICS given = ROW_COUNT;
      last := last + 1000 * given;
    END LOOP;
    INSERT INTO catalog.meta SELECT 'numbered', value FROM catalog.meta WHERE name = 'token';
  END $$;`
