import type { DatabaseSync } from 'node:sqlite'
import { type RowValue, rowSum } from '../../../base/row-sum.ts'
import type { UpgradeStep } from '../../../base/store-upgrade.ts'

const RECORDS = [
  'home',
  'offer',
  'building',
  'agent',
  'office',
  'school',
  'person',
  'series',
  'rate',
  'climate',
  'experience',
]
const FACTS = ['market_sales', 'market_rents', 'market_values']
const ADDRESS =
  'id, kind, display, house_number, street, pre_direction, suffix, post_direction, unit, city, state, zipcode'

/** Tables whose rows get a checksum, with the columns it covers. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(RECORDS.map((table) => [table, 'id, record'])),
  ...Object.fromEntries(FACTS.map((table) => [table, 'place, bytes'])),
  meta: 'name, value',
  arrays: 'name, bytes',
  agent_record: 'id, username, cities, listings, sales',
  address_book: `entry, ${ADDRESS}`,
  person_address: ADDRESS,
}

/** Progress is reported every so many rows. */
const PROGRESS_STEP = 1000

/**
 * Format 7 adds a checksum to every row that answers are made from, and a total per table. Derived data has changed
 * too: clearing the fingerprint of the cards makes it be derived again when the catalogue is opened.
 */
export const addSums: UpgradeStep = {
  from: 6,
  run(database, onProgress) {
    database.exec("UPDATE meta SET value = json_set(value, '$.cardFingerprint', '') WHERE name LIKE 'search/%'")
    const total = Object.keys(COLUMNS).reduce((rows, table) => rows + rowsOf(database, table), 0)
    let done = 0
    database.function('row_sum', { varargs: true }, (table, ...values) => {
      if (++done % PROGRESS_STEP === 0) onProgress(done, total)
      return rowSum(String(table), values as RowValue[]) // ids are below 2^53, so none of them is a bigint
    })
    database.exec(`CREATE TABLE table_sum (
      name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest INTEGER NOT NULL, sum INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`)
    for (const [table, columns] of Object.entries(COLUMNS)) {
      database.exec(`ALTER TABLE ${table} ADD COLUMN sum INTEGER NOT NULL DEFAULT 0`)
      database.exec(`UPDATE ${table} SET sum = row_sum('${table}', ${columns})`)
      store(database, table, `SELECT sum FROM ${table}`)
    }
    store(
      database,
      'sqlite_schema',
      "SELECT row_sum('sqlite_schema', type, name, tbl_name, rootpage, sql) AS sum FROM sqlite_schema",
    )
  },
}

function rowsOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
}

function store(database: DatabaseSync, table: string, sums: string): void {
  database.exec(`INSERT INTO table_sum
    SELECT '${table}', rows, digest, row_sum('table_sum', '${table}', rows, digest)
    FROM (SELECT count(*) AS rows, coalesce(sum(sum), 0) % 281474976710656 AS digest FROM (${sums}))`)
}
