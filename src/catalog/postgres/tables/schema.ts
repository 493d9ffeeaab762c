import { hash } from 'node:crypto'
import type { Part } from '../../../kit/postgres/migrations.ts'
import { ENTRY_FIELDS } from '../../facts/entries.ts'
import { NAMED, NUMBERED } from '../../ports/nouns.ts'
import { CHANGES, LOGS } from './change-tables.ts'
import { AS_JSON, FEATURE_CODE } from './functions.ts'
import { HOME_TABLES, type SearchTable, TEXT } from './home-tables.ts'
import { OTHER_NOUNS, PLACE_CLASSES, PLACE_TABLES } from './place-tables.ts'
import { PROPERTY_TABLE } from './property-table.ts'
import { TALLY_TABLES } from './tally-tables.ts'

/**
 * Returns SQL for the table of a record type. Records are JSON stored as text: `json` would validate them again, and
 * `jsonb` would lose the order of their keys.
 */
function recordTable(noun: string): string {
  return `CREATE TABLE catalog.${noun} (id ${TEXT} PRIMARY KEY, record text NOT NULL);`
}

const records = [
  'CREATE TABLE catalog.home (id int8, state int8, record text NOT NULL, PRIMARY KEY (id, state));',
  ...NUMBERED.filter((noun) => noun !== 'home').map(
    (noun) => `CREATE TABLE catalog.${noun} (id int8 PRIMARY KEY, record text NOT NULL);`,
  ),
  ...NAMED.map(recordTable),
].join('\n')

const ENTRY_COLUMN_TYPES = ENTRY_FIELDS.map(([, column]) => `${column} ${TEXT} NOT NULL`).join(', ')

/**
 * Columns about people. The server takes no samples of them for its planner, since samples would outlive an erased
 * record.
 */
const UNSAMPLED = [
  ['person', 'id'],
  ['person', 'record'],
  ...['id', 'display', 'house_number', 'street', 'unit', 'city', 'zipcode'].map(
    (column) => ['person_address', column] as const,
  ),
] as const

const RECORDS = `CREATE SCHEMA catalog;
  ${AS_JSON}
  CREATE TABLE catalog.meta (name ${TEXT} PRIMARY KEY, value text NOT NULL);
  ${records}
  CREATE TABLE catalog.source_home (id int8 PRIMARY KEY, home int8 NOT NULL, record text NOT NULL);
  CREATE INDEX source_home_home ON catalog.source_home (home);
  CREATE TABLE catalog.home_ruling (
    one int8 NOT NULL, other int8 NOT NULL, verdict ${TEXT} NOT NULL, PRIMARY KEY (one, other)
  );
  CREATE INDEX home_ruling_other ON catalog.home_ruling (other);
  CREATE TABLE catalog.home_key (
    place int8 NOT NULL, unit int4 NOT NULL, home int8 NOT NULL, area int8 NOT NULL, PRIMARY KEY (place, unit, home)
  );
  CREATE TABLE catalog.address_book (${ENTRY_COLUMN_TYPES});
  CREATE INDEX address_place ON catalog.address_book (house_number, street, display, id);
  CREATE INDEX address_street ON catalog.address_book (street, house_number);
  CREATE INDEX address_id ON catalog.address_book (id);
  CREATE TABLE catalog.address_line (
    line ${TEXT} NOT NULL, kind ${TEXT} NOT NULL, id ${TEXT} NOT NULL, state ${TEXT} NOT NULL
  );
  CREATE INDEX address_line_order ON catalog.address_line (line);
  CREATE INDEX address_line_id ON catalog.address_line (id);
  CREATE TABLE catalog.address_word (word ${TEXT} PRIMARY KEY, uses int4 NOT NULL);
  CREATE TABLE catalog.person_address (${ENTRY_COLUMN_TYPES});
  CREATE INDEX person_place ON catalog.person_address (house_number, street);
  CREATE INDEX person_id ON catalog.person_address (id);
  ${UNSAMPLED.map(([table, column]) => `ALTER TABLE catalog.${table} ALTER ${column} SET STATISTICS 0;`).join('\n')}
  CREATE TABLE catalog.home_point (
    id int8, state int8, place point NOT NULL, "unitX" float8 NOT NULL, "unitY" float8 NOT NULL, "unitZ" float8 NOT NULL,
    building ${TEXT}, is_head boolean NOT NULL, home_place int4 NOT NULL, PRIMARY KEY (id, state)
  );
  CREATE INDEX home_point_place ON catalog.home_point USING gist (place);
  CREATE INDEX home_point_home_place ON catalog.home_point (home_place);
  CREATE INDEX home_point_building ON catalog.home_point (building, id) WHERE building IS NOT NULL;`

/**
 * SQL for the tables that searches read. They are not partitioned by place: an index finds the rows of a place, and
 * more tables would take memory per connection.
 */
const SEARCHED_TABLES = [
  ...HOME_TABLES.map(creatingSql),
  ...PLACE_CLASSES.map(({ name, columns, completing }) => `CREATE TABLE catalog.${name} (${columns}); ${completing}`),
].join('\n')

function creatingSql({ name, columns, key, completing }: SearchTable & { readonly key: string }): string {
  return `CREATE TABLE catalog.${name} (${columns}, PRIMARY KEY (${key})); ${completing}`
}

const PROPERTIES = creatingSql(PROPERTY_TABLE)

/**
 * SQL for the data of searches. The table `area` has the keys of areas (such as ZIP codes) of homes without
 * coordinates.
 */
const SEARCH = `${SEARCHED_TABLES}
  CREATE TABLE catalog.area (key ${TEXT} PRIMARY KEY, revision int8 NOT NULL);
  CREATE INDEX area_revision ON catalog.area (revision);
  ${OTHER_NOUNS.map((noun) => PLACE_TABLES[noun].ddl).join('\n')}
  CREATE TABLE catalog.blob (
    name ${TEXT} PRIMARY KEY, bytes bytea NOT NULL, sum bytea NOT NULL GENERATED ALWAYS AS (sha256(bytes)) STORED
  );
  ALTER TABLE catalog.blob ALTER bytes SET STORAGE EXTERNAL;
  CREATE TABLE catalog.school_point (
    id ${TEXT} PRIMARY KEY, place point NOT NULL, "unitX" float8 NOT NULL, "unitY" float8 NOT NULL, "unitZ" float8 NOT NULL
  );
  CREATE INDEX school_point_place ON catalog.school_point USING gist (place);
  CREATE TABLE catalog.estimator (
    market ${TEXT}, kind ${TEXT}, day int4, sales int4 NOT NULL, bytes bytea NOT NULL, backtest bytea NOT NULL,
    sum bytea NOT NULL GENERATED ALWAYS AS (sha256(bytes || backtest)) STORED, PRIMARY KEY (market, kind, day)
  );
  ALTER TABLE catalog.estimator ALTER bytes SET STORAGE EXTERNAL, ALTER backtest SET STORAGE EXTERNAL;
  CREATE TABLE catalog.unlearnt (id int8 PRIMARY KEY);
  ${TALLY_TABLES}`

/** SQL by which facets find layer features, since homes store only their codes. */
const SHAPE_CODES = `${FEATURE_CODE}
  CREATE INDEX shape_code ON catalog.shape (catalog.feature_code(id));`

/** SQL for all tables. `RECORDS` contains the operator's data; the other tables contain derived data. */
const SCHEMA = [RECORDS, CHANGES, LOGS, SHAPE_CODES, SEARCH, PROPERTIES].join('\n')

/** Identifies the format of the catalog by a hash of its tables. */
const FORMAT = hash('sha256', SCHEMA.replace(/\s+/g, ' '), 'hex').slice(0, 8)

const STEP = `001-catalog-${FORMAT}`

export const CATALOG_PART: Part = {
  name: 'catalog',
  migrations: [{ number: 1, name: STEP, sql: SCHEMA }],
  otherwise:
    'replace it with ./plat import FILE --mapping MAPPING --replace-catalog (./plat sample for a sample); keys, people and saved searches stay',
}

/**
 * Returns SQL that drops a catalog of another format, because such a catalog is never upgraded. With `sample`, drops it
 * only if it contains a sample.
 */
export function dropOther(replaced: 'any' | 'sample'): string {
  const isReplaced =
    replaced === 'any' ? 'true' : "EXISTS (SELECT FROM catalog.meta WHERE name = 'kind' AND value = 'sample')"
  return `DO $$ BEGIN
    IF to_regclass('plat.migration') IS NULL OR to_regclass('catalog.meta') IS NULL THEN RETURN; END IF;
    IF NOT EXISTS (SELECT FROM plat.migration WHERE part = 'catalog' AND number = 1 AND name <> '${STEP}') THEN RETURN; END IF;
    IF NOT ${isReplaced} THEN RETURN; END IF;
    DROP SCHEMA catalog CASCADE;
    DELETE FROM plat.migration WHERE part = 'catalog';
  END $$`
}
