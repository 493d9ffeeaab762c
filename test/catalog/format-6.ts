import { DatabaseSync } from 'node:sqlite'

const RECORDS = ['building', 'agent', 'office', 'school', 'person', 'series', 'rate', 'climate', 'experience']
const FACTS = ['market_sales', 'market_rents', 'market_values']
const ENTRY = `display TEXT NOT NULL,
  house_number TEXT NOT NULL, street TEXT NOT NULL, pre_direction TEXT NOT NULL, suffix TEXT NOT NULL,
  post_direction TEXT NOT NULL, unit TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL, zipcode TEXT NOT NULL`

/** The tables and indexes of format 6. */
const SCHEMA_6 = `
  CREATE TABLE home (id INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE offer (id INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  ${RECORDS.map((table) => `CREATE TABLE ${table} (id TEXT NOT NULL UNIQUE, record TEXT NOT NULL) STRICT;`).join('\n')}
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE arrays (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
  ${FACTS.map((table) => `CREATE TABLE ${table} (place INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;`).join('\n')}
  CREATE TABLE market_place (
    region TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (region, place)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX market_place_regions ON market_place (place);
  CREATE TABLE agent_record (
    id TEXT NOT NULL UNIQUE, username TEXT NOT NULL, cities TEXT NOT NULL, listings BLOB NOT NULL, sales BLOB NOT NULL
  ) STRICT;
  CREATE INDEX agent_username ON agent_record (username);
  CREATE TABLE address_book (entry INTEGER PRIMARY KEY, id ANY NOT NULL, kind TEXT NOT NULL, ${ENTRY}) STRICT;
  CREATE TABLE address_line (entry INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (entry, line)) STRICT, WITHOUT ROWID;
  CREATE TABLE person_address (id TEXT NOT NULL, kind TEXT NOT NULL, ${ENTRY}) STRICT;
  CREATE INDEX person_place ON person_address (street, house_number);
  CREATE INDEX person_id ON person_address (id);
  CREATE INDEX address_place ON address_book (house_number, street);
  CREATE INDEX address_line_order ON address_line (line);
  CREATE INDEX address_id ON address_book (id);`

/** Converts a catalogue of the current format to format 6. */
export function writeAsFormat6(path: string, target: string): void {
  const database = new DatabaseSync(target)
  database.exec(`PRAGMA page_size = 16384; PRAGMA application_id = 1347174740; PRAGMA user_version = 6; ${SCHEMA_6}`)
  database.prepare('ATTACH ? AS source').run(path)
  const tables = database
    .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))
  for (const name of tables) {
    const columns = database
      .prepare(`PRAGMA main.table_info(${name})`)
      .all()
      .map((column) => column.name)
      .join(', ')
    database.exec(`INSERT INTO main.${name} (${columns}) SELECT ${columns} FROM source.${name}`)
  }
  database.exec('DETACH source; PRAGMA journal_mode = WAL')
  database.close()
}
