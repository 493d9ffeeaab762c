import type { UpgradeStep } from '../../../base/store-upgrade.ts'
import { storeTotal, storeTotalOfSchema } from './total-sums.ts'

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
      const rows = database.prepare(`SELECT sum FROM ${table}`).all()
      const sums = rows.map(({ sum }) => Number(sum))
      storeTotal(database, table, sums)
      onProgress(done + 1, tables.length)
    })
    storeTotalOfSchema(database)
  },
}
