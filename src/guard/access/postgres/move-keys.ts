import type { Connection, Database } from '../../../kit/postgres/database.ts'
import { type MovedRow, moveTables, type TableMove } from '../../../kit/postgres/moved-table.ts'
import { SharedPlans } from './plans.ts'

/** For each table: the columns to copy, and the order of rows. */
const TABLES = {
  key: [
    [
      'id',
      'label',
      'plan',
      'plan_number',
      'plan_since_ms',
      'created_ms',
      'expires_ms',
      'revoked_ms',
      'change',
      'limits',
    ],
    'id COLLATE "C"',
  ],
  key_change: [['number', 'name'], 'number'],
  key_use: [['key_id', 'last_used_ms'], 'key_id COLLATE "C"'],
  secret: [['sha256', 'key_id', 'created_ms', 'expires_ms'], 'sha256 COLLATE "C"'],
  added: [['number', 'key_id', 'plan_number', 'at_ms', 'credits', 'by_user'], 'number'],
  usage: [
    ['key_id', 'plan_number', 'day', 'operation', 'calls', 'credits'],
    'key_id COLLATE "C", plan_number, day, operation COLLATE "C"',
  ],
  key_event: [['number', 'at_ms', 'key_id', 'action', 'detail', 'by_user'], 'number'],
  paid: [['name', 'until_ms'], 'name COLLATE "C"'],
} as const

type KeyTable = keyof typeof TABLES

/** Copies keys, credits and plans from a data folder: everything or nothing. */
export async function moveKeys(
  database: Database,
  rowsOf: (table: KeyTable) => Iterable<MovedRow>,
  plansYaml: string | undefined,
): Promise<readonly TableMove[]> {
  const tables = Object.entries(TABLES).map(([name, [columns, order]]) => ({
    name: `plat.${name}`,
    columns,
    order,
    rows: () => rowsOf(name as KeyTable), // a key of TABLES
  }))
  const moved = await moveTables(database, tables, { after })
  if (plansYaml !== undefined && plansYaml !== (await SharedPlans.text(database)))
    await SharedPlans.save(database, plansYaml, 'plans.yaml')
  return moved
}

/** Computes the daily totals of the copied rows, and continues the sequences of `plat.added` and `plat.key_event`. */
async function after(connection: Connection): Promise<void> {
  await connection.run(`
    INSERT INTO plat.spent SELECT key_id, plan_number, day, sum(credits) FROM plat.usage GROUP BY 1, 2, 3;
    SELECT setval(pg_get_serial_sequence('plat.added', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM plat.added), false);
    SELECT setval(pg_get_serial_sequence('plat.key_event', 'number'), (SELECT coalesce(max(number), 0) + 1 FROM plat.key_event), false)`)
}
