import type { DatabaseSync } from 'node:sqlite'
import { storeTotalOfSchema } from './total-sums.ts'

/**
 * Adds tables for the records of homes that have several, and for what was decided about them by hand. Homes are filed
 * under their parcel and address by the first import that looks for one of them.
 */
export function addSourceHomes(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS source_home (
      id INTEGER PRIMARY KEY, home INTEGER NOT NULL, record TEXT NOT NULL, sum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS source_home_home ON source_home (home);
    CREATE TABLE IF NOT EXISTS home_ruling (
      one INTEGER NOT NULL, other INTEGER NOT NULL, verdict TEXT NOT NULL, sum INTEGER NOT NULL, UNIQUE (one, other)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS home_ruling_other ON home_ruling (other);
    CREATE TABLE IF NOT EXISTS home_key (
      place INTEGER NOT NULL, unit INTEGER NOT NULL, home INTEGER NOT NULL, area INTEGER NOT NULL,
      PRIMARY KEY (place, unit, home)
    ) STRICT, WITHOUT ROWID`)
  storeTotalOfSchema(database)
}
