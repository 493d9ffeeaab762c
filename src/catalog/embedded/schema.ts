import { FACT_KINDS, type FactKind } from '../../model/market-facts.ts'
import { NOUNS, type Noun, NUMBERED } from '../ports/nouns.ts'
import { CHANGING_NOUNS, type ChangingNoun } from '../ports/record-pages.ts'

const NUMBERED_NOUNS: ReadonlySet<Noun> = new Set(NUMBERED)

/**
 * Returns the SQL for the table of a record type. Records are stored in order of arrival, so that pages are filled
 * completely and written once.
 */
function recordTable(noun: Noun): string {
  return `CREATE TABLE ${noun} (
      n INTEGER PRIMARY KEY, id ${NUMBERED_NOUNS.has(noun) ? 'INTEGER' : 'TEXT'} NOT NULL UNIQUE, record TEXT NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;`
}

export const PERSON_TABLE = recordTable('person')

export const PERSON_ADDRESS_TABLE = `
  CREATE TABLE person_address (
    id TEXT NOT NULL, kind TEXT NOT NULL, display TEXT NOT NULL,
    house_number TEXT NOT NULL, street TEXT NOT NULL, pre_direction TEXT NOT NULL, suffix TEXT NOT NULL,
    post_direction TEXT NOT NULL, unit TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, zipcode TEXT NOT NULL,
      sum INTEGER NOT NULL
  ) STRICT;`

const recordTables = NOUNS.map(recordTable).join('\n')

/** Name of the table for a kind of market facts. Each place has one blob, see `facts/fact-bytes.ts`. */
export function factTable(kind: FactKind): string {
  return `market_${kind}`
}

const factTables = FACT_KINDS.map(
  (kind) =>
    `CREATE TABLE ${factTable(kind)} (place INTEGER PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;`,
).join('\n')

/** Name of the table with the last change of each record of a type. */
export function changeTable(noun: ChangingNoun): string {
  return `${noun}_change`
}

/**
 * One table per record type, so that reading the changes of a few offices does not read the changes of all homes. Each
 * id has one row. The index contains `is_gone`, so it shows whether the record exists.
 */
const changeTables = CHANGING_NOUNS.map(
  (noun) => `CREATE TABLE ${changeTable(noun)} (
      sequence INTEGER PRIMARY KEY, id ${NUMBERED_NOUNS.has(noun) ? 'INTEGER' : 'TEXT'} NOT NULL,
      is_gone INTEGER NOT NULL, sum INTEGER NOT NULL, UNIQUE (id, is_gone)
    ) STRICT;`,
).join('\n')

/**
 * Events of records. `sequence` is relative to the base number of the file. `change-log.ts` says how `noun` and `kinds`
 * are encoded, and `facts/record-undo.ts` says how `undo` is.
 */
const logTable = `CREATE TABLE change_log (
      sequence INTEGER PRIMARY KEY, noun INTEGER NOT NULL, id ANY NOT NULL, kinds INTEGER NOT NULL, undo BLOB NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX change_log_record ON change_log (id, noun, sequence);`

/** The tables `arrays` and `meta`. */
const ARRAY_TABLES = `CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;
    CREATE TABLE arrays (name TEXT PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL) STRICT;`

/**
 * All tables of a catalog file. Records are JSON, as described in `model/`.
 * - `meta` describes the catalog as a whole.
 * - `arrays` contains flat arrays, which indexes open without being rebuilt.
 * - Market facts are grouped by place: a set of homes in the same regions.
 * - There are two address books: of homes and buildings, and of people. They get their indexes after the first load.
 * - `building_line` contains the completion lines of buildings. Those of homes are in `arrays`.
 * - `address_word` counts how often each word occurs in the completion lines of homes and buildings.
 * - `source_home` contains what each source says about a home that several sources have.
 * - `home_ruling` contains the operators' decisions about which records of sources are the same home.
 * - `home_key` finds the homes that a record may belong to.
 * - `home_owner` contains the owners of homes, and `owner_term` the words of their names.
 * - `estimator` contains trained estimators of each market.
 * - Tables such as `home_change` contain the last change of each record, including deleted records.
 * - `change_log` contains the events since the first import.
 * - A column `sum` is a checksum of its row.
 */
export const CATALOG_SCHEMA = `
    ${recordTables}
    ${ARRAY_TABLES}
    ${factTables}
    CREATE TABLE place_region (
      region TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (region, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX place_region_place ON place_region (place);
    CREATE TABLE agent_deal (
      agent TEXT NOT NULL, kind INTEGER NOT NULL, zpid INTEGER NOT NULL, at_ms REAL NOT NULL, price REAL,
      sold_for INTEGER NOT NULL, place INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX agent_deal_agent ON agent_deal (agent, at_ms DESC, zpid, kind, sold_for);
    CREATE INDEX agent_deal_home ON agent_deal (zpid);
    CREATE TABLE agent_term (term TEXT NOT NULL, agent TEXT NOT NULL, PRIMARY KEY (term, agent)) STRICT, WITHOUT ROWID;
    CREATE INDEX agent_term_agent ON agent_term (agent);
    CREATE TABLE home_owner (
      owner TEXT NOT NULL, zpid INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, mail TEXT NOT NULL,
      estimate REAL, assessed REAL, latitude REAL, longitude REAL
    ) STRICT;
    CREATE INDEX home_owner_owner ON home_owner (owner, zpid);
    CREATE INDEX home_owner_home ON home_owner (zpid);
    CREATE INDEX home_owner_mail ON home_owner (mail);
    CREATE TABLE owner_term (term TEXT NOT NULL, owner TEXT NOT NULL, PRIMARY KEY (term, owner)) STRICT, WITHOUT ROWID;
    CREATE INDEX owner_term_owner ON owner_term (owner);
    CREATE TABLE address_book (
      entry INTEGER PRIMARY KEY, id ANY NOT NULL, kind TEXT NOT NULL, display TEXT NOT NULL,
      house_number TEXT NOT NULL, street TEXT NOT NULL, pre_direction TEXT NOT NULL, suffix TEXT NOT NULL,
      post_direction TEXT NOT NULL, unit TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, zipcode TEXT NOT NULL,
      sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE building_line (line TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (line, id)) STRICT, WITHOUT ROWID;
    CREATE TABLE address_word (word TEXT PRIMARY KEY, uses INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    ${PERSON_ADDRESS_TABLE}
    CREATE TABLE source_home (
      id INTEGER PRIMARY KEY, home INTEGER NOT NULL, record TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX source_home_home ON source_home (home);
    CREATE TABLE home_ruling (
      one INTEGER NOT NULL, other INTEGER NOT NULL, verdict TEXT NOT NULL, sum INTEGER NOT NULL, UNIQUE (one, other)
    ) STRICT;
    CREATE INDEX home_ruling_other ON home_ruling (other);
    CREATE TABLE home_key (
      place INTEGER NOT NULL, unit INTEGER NOT NULL, home INTEGER NOT NULL, area INTEGER NOT NULL,
      PRIMARY KEY (place, unit, home)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE estimator (
      market TEXT NOT NULL, kind TEXT NOT NULL, day INTEGER NOT NULL, sales INTEGER NOT NULL,
      bytes BLOB NOT NULL, backtest BLOB NOT NULL, sum INTEGER NOT NULL, UNIQUE (market, kind, day)
    ) STRICT;
    ${changeTables}
    ${logTable}`

export const PERSON_INDEXES = `
  CREATE INDEX IF NOT EXISTS person_place ON person_address (street, house_number);
  CREATE INDEX IF NOT EXISTS person_id ON person_address (id);`

export const ADDRESS_INDEXES = `
  CREATE INDEX IF NOT EXISTS address_place ON address_book (house_number, street);
  CREATE INDEX IF NOT EXISTS building_line_id ON building_line (id);
  CREATE INDEX IF NOT EXISTS address_id ON address_book (id);`
