import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { type Moved, type MovedRow, moveTables } from '../../../kit/postgres/moved-table.ts'
import { CHANGE_LIST, preparePeople, type Randomness } from './tables.ts'

const TABLES = {
  withheld: [['single', 'secret'], 'single'],
  suppression: [['number', 'person_id', 'erased', 'since_ms'], 'number'],
  mark: [['number', 'address', 'name', 'mark'], 'number, mark COLLATE "C"'],
  keyed_home: [['id'], 'id'],
  audit: [['number', 'at_ms', 'key_id', 'label', 'operation', 'subject', 'request_id'], 'number'],
} as const

export type PeopleTable = keyof typeof TABLES

/** Takes withheld people and the audit log over from a file, all or nothing. */
export async function movePeople(
  database: Database,
  randomness: Randomness,
  rowsOf: (table: PeopleTable) => Iterable<MovedRow>,
): Promise<readonly Moved[]> {
  await preparePeople(database, randomness)
  const tables = Object.entries(TABLES).map(([name, [columns, order]]) => ({
    name: `plat.${name}`,
    columns,
    order,
    rows: () => rowsOf(name as PeopleTable), // a key of TABLES
  }))
  return moveTables(database, tables, { before, after })
}

/** A database where nobody is withheld, and no home ever was, has a secret that keys nothing yet. */
async function before(connection: Connection): Promise<void> {
  await connection.run(`DELETE FROM plat.withheld
    WHERE NOT EXISTS (SELECT FROM plat.suppression) AND NOT EXISTS (SELECT FROM plat.keyed_home)`)
}

/** Nodes that run already look at the list again, and numbers go on from those that were taken over. */
async function after(connection: Connection): Promise<void> {
  await connection.run(CHANGE_LIST)
  for (const table of ['suppression', 'audit'])
    await connection.run(
      `SELECT setval(pg_get_serial_sequence('plat.${table}', 'number'),
        (SELECT coalesce(max(number), 0) + 1 FROM plat.${table}), false)`,
    )
}
