import { DatabaseSync } from 'node:sqlite'
import { arrayWriter } from '../../src/catalog/embedded/arrays.ts'
import { removeMeta } from '../../src/catalog/embedded/meta.ts'
import { readSegments } from '../../src/catalog/embedded/segments.ts'
import { TableSums } from '../../src/catalog/embedded/table-sums.ts'
import { homeJson } from '../../src/catalog/facts/stored-home.ts'
import type { Home } from '../../src/model/home.ts'

/** The format before changes had numbers. */
export const OLDER_FORMAT = 17

/** Makes of a catalogue one of the last format that numbered no changes. */
export function makeOlder(path: string): void {
  const database = new DatabaseSync(path)
  const tables = ['home_change', 'offer_change', 'agent_change', 'office_change', 'change_log', 'shape']
  for (const table of tables) database.exec(`DROP TABLE ${table}; DELETE FROM table_sum WHERE name = '${table}'`)
  const sums = new TableSums(database)
  for (const name of [
    'sequenceBase',
    'logAfter',
    'contents home',
    'contents offer',
    'contents agent',
    'contents office',
  ])
    removeMeta(database, sums, name)
  database.exec(`PRAGMA user_version = ${OLDER_FORMAT}`)
  sums.store()
  database.close()
}

/** Makes of a catalogue one of format 16, which kept the lines of all addresses in one table. */
export function makeFormat16(path: string): void {
  makeOlder(path)
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  const [base] = readSegments(database, 'home').segments
  arrayWriter(database, sums)(`${base?.name}/packed/0`, Buffer.from('an array that this format does not know'))
  database.exec(`CREATE TABLE address_line (
      entry INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (entry, line)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO address_line
      SELECT entry, line FROM building_line JOIN address_book USING (id)
      UNION SELECT entry, lower(display) FROM address_book;
    DROP TABLE building_line;
    PRAGMA user_version = 16`)
  sums.store()
  database.close()
}

/** Makes of a catalog one of format 22, which stored a withheld home whole, as its source gave it. */
export function makeFormat22(path: string, whole: Home): void {
  const database = new DatabaseSync(path)
  const sums = new TableSums(database)
  sums.removed('home', database.prepare('DELETE FROM home WHERE id = ? RETURNING sum').all(whole.zpid))
  const json = homeJson(whole)
  database
    .prepare('INSERT INTO home (id, record, sum) VALUES (?, ?, ?)')
    .run(whole.zpid, json, sums.added('home', [whole.zpid, json]))
  database.exec('PRAGMA user_version = 22')
  sums.store()
  database.close()
}
