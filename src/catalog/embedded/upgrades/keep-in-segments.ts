import type { DatabaseSync } from 'node:sqlite'
import { type RowValue, rowSum } from '../../../base/row-sum.ts'
import type { UpgradeStep } from '../../../base/store-upgrade.ts'

/** What is derived, but for market facts and address books, whose tables stay as they are. */
const DERIVED_META = "name LIKE 'search/%' OR name LIKE 'segments/%' OR name IN ('regions', 'places')"

/**
 * Format 11 keeps what is derived in segments, and agents' deals with their places. What was derived is removed, and
 * derived again when the catalogue is opened. Nothing of it is about people, so the pages need no zeros.
 */
export const keepInSegments: UpgradeStep = {
  from: 10,
  run(database, onProgress) {
    database.exec(`
      PRAGMA secure_delete = OFF;
      DELETE FROM arrays;
      DELETE FROM meta WHERE ${DERIVED_META};
      DROP TABLE IF EXISTS agent_record;
      DROP TABLE IF EXISTS unknown_agent;
      PRAGMA secure_delete = ON;
      CREATE TABLE agent_record (
        id TEXT NOT NULL UNIQUE, username TEXT NOT NULL, cities TEXT NOT NULL, listings BLOB NOT NULL,
        sales BLOB NOT NULL, for_sale INTEGER NOT NULL, sum INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX agent_username ON agent_record (username);
      CREATE TABLE unknown_agent (
        id TEXT NOT NULL UNIQUE, listings BLOB NOT NULL, sales BLOB NOT NULL, for_sale INTEGER NOT NULL,
        sum INTEGER NOT NULL
      ) STRICT;`)
    const tables = ['arrays', 'meta', 'agent_record', 'unknown_agent']
    tables.forEach((table, done) => {
      store(
        database,
        table,
        database
          .prepare(`SELECT sum FROM ${table}`)
          .all()
          .map(({ sum }) => Number(sum)),
      )
      onProgress(done + 1, tables.length)
    })
    const schema = database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').all()
    store(
      database,
      'sqlite_schema',
      schema.map((row) => rowSum('sqlite_schema', Object.values(row) as RowValue[])),
    ) // texts and numbers
  },
}

function store(database: DatabaseSync, table: string, sums: readonly number[]): void {
  const digest = sums.reduce((total, sum) => (total + sum) % 2 ** 48, 0)
  database
    .prepare('INSERT OR REPLACE INTO table_sum (name, rows, digest, sum) VALUES (?, ?, ?, ?)')
    .run(table, sums.length, digest, rowSum('table_sum', [table, sums.length, digest]))
}
