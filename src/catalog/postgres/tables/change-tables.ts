import { CHANGING_NOUNS, type ChangingNoun } from '../../ports/record-pages.ts'

/** The table with the last change of each record of a noun, one that is gone included. */
export function changeTable(noun: ChangingNoun): string {
  return `${noun}_change`
}

/** The greatest sequence number of each commit that changed a record, and its moment. */
export const MOMENTS = 'commit_moment'

/** Tables that are not derived from records, since these do not tell when they changed. */
export const CHANGE_TABLES: readonly string[] = [...CHANGING_NOUNS.map(changeTable), MOMENTS]

/**
 * Row of `meta`: the token of the last commit that numbered what it changed. A Plat from before numbers were given leaves
 * it as it was, and the next commit numbers everything anew.
 */
export const NUMBERED_TOKEN = 'numbered'

/**
 * The step that adds the tables and numbers all records there are, as of one commit. It spells out what it makes and
 * reads, as steps never change.
 */
export const NUMBER_CHANGES = `
  CREATE TABLE catalog.home_change (sequence int8 PRIMARY KEY, id int8 NOT NULL UNIQUE, is_gone boolean NOT NULL);
  CREATE TABLE catalog.offer_change (sequence int8 PRIMARY KEY, id int8 NOT NULL UNIQUE, is_gone boolean NOT NULL);
  CREATE TABLE catalog.agent_change (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, is_gone boolean NOT NULL
  );
  CREATE TABLE catalog.office_change (
    sequence int8 PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, is_gone boolean NOT NULL
  );
  CREATE TABLE catalog.commit_moment (sequence int8 PRIMARY KEY, moment int8 NOT NULL UNIQUE);
  DO $$ DECLARE
    last int8 := (extract(epoch FROM clock_timestamp()) * 1000000)::int8;
    given int8;
    noun text;
  BEGIN
    IF NOT EXISTS (SELECT FROM catalog.meta WHERE name = 'catalogId') THEN RETURN; END IF;
    FOREACH noun IN ARRAY ARRAY['home', 'offer', 'agent', 'office'] LOOP
      EXECUTE format('INSERT INTO catalog.%I SELECT $1 + row_number() OVER (ORDER BY id), id, false FROM catalog.%I',
        noun || '_change', noun) USING last;
      GET DIAGNOSTICS given = ROW_COUNT;
      last := last + given;
    END LOOP;
    INSERT INTO catalog.commit_moment VALUES (last, (extract(epoch FROM clock_timestamp()) * 1000)::int8);
    INSERT INTO catalog.meta SELECT 'numbered', value FROM catalog.meta WHERE name = 'token';
  END $$;`
