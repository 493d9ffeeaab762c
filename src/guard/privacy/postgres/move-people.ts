import type { Randomness } from '../../../kit/algorithms/randomness.ts'
import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { type MovedRow, moveTables, type TableMove } from '../../../kit/postgres/moved-table.ts'
import { CHANGE_LIST, preparePeople } from './store.ts'

/** For each table: its columns, its key columns, and a query that reads the rows sorted by key. */
const TABLES = {
  withheld: [
    ['single', 'secret'],
    'single',
    String.raw`SELECT 'true' AS single, '\x' || lower(hex(bytes)) AS secret FROM secret`,
  ],
  suppression: [
    ['number', 'person_id', 'erased', 'since_ms'],
    'number',
    `SELECT number, person_id, iif(erased = 1, 'true', 'false') AS erased, since_ms FROM suppression ORDER BY number`,
  ],
  mark: [
    ['number', 'address', 'name', 'mark'],
    'number, mark COLLATE "C"',
    'SELECT number, address, name, mark FROM mark ORDER BY number, mark',
  ],
  keyed_home: [['id'], 'id', 'SELECT id FROM keyed_home ORDER BY id'],
  audit: [
    ['number', 'at_ms', 'key_id', 'label', 'operation', 'subject', 'request_id'],
    'number',
    'SELECT number, at_ms, key_id, label, operation, subject, request_id FROM audit ORDER BY number',
  ],
} as const

/**
 * Copies the list of withheld people and the audit log from a file: everything or nothing.
 * @param rowsOf Runs a query on the file.
 */
export async function movePeople(
  database: Database,
  randomness: Randomness,
  rowsOf: (text: string) => Iterable<MovedRow>,
): Promise<readonly TableMove[]> {
  await preparePeople(database, randomness)
  const tables = Object.entries(TABLES).map(([name, [columns, order, text]]) => {
    return { name: `plat.${name}`, columns, order, rows: () => rowsOf(text) }
  })
  return moveTables(database, tables, { before, after })
}

/** Deletes the secret of a database without withheld people, because nothing depends on it yet. */
async function before(connection: Connection): Promise<void> {
  await connection.run('DELETE FROM plat.withheld WHERE NOT EXISTS (SELECT FROM plat.suppression)')
}

/** Makes running nodes read the list again, and continues the numbering of the copied rows. */
async function after(connection: Connection): Promise<void> {
  await connection.run(CHANGE_LIST)
  for (const table of ['suppression', 'audit'])
    await connection.run(
      `SELECT setval(pg_get_serial_sequence('plat.${table}', 'number'),
        (SELECT coalesce(max(number), 0) + 1 FROM plat.${table}), false)`,
    )
}
