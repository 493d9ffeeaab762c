import type { Database } from '../../../kit/postgres/database.ts'
import { type MovedRow, moveTables, type TableMove } from '../../../kit/postgres/moved-table.ts'
import { SubscriptionDatabase } from './store.ts'

/**
 * For each table: the columns to copy. The first column identifies a row. Leases are not copied, because they end with
 * their process.
 */
const TABLES = {
  saved_search: ['search_id', 'key_id', 'label', 'path', 'parameters', 'made_ms', 'seen_up_to', 'change', 'feed'],
  ended_search: ['search_id', 'change'],
  webhook: [
    'webhook_id',
    'key_id',
    'search_id',
    'url',
    'secret',
    'secret_before',
    'made_ms',
    'ended',
    'host',
    'failures',
    'failing_since_ms',
    'last_failure',
    'rest_until_ms',
  ],
  poke: ['poke_id', 'webhook_id', 'search_id', 'sequence', 'made_ms', 'attempts', 'next_attempt_ms'],
  subscription_state: ['single', 'change', 'told_up_to'],
} as const

/**
 * Copies subscriptions from a file: everything or nothing.
 * @param rowsOf Runs a query on the file.
 */
export async function moveSubscriptions(
  database: Database,
  rowsOf: (text: string) => Iterable<MovedRow>,
): Promise<readonly TableMove[]> {
  await SubscriptionDatabase.open(database)
  const tables = Object.entries(TABLES).map(([name, columns]) => {
    const [id] = columns
    const shown = columns.map((column) => (column === 'single' ? `'true' AS single` : column))
    const rows = () => rowsOf(`SELECT ${shown.join(', ')} FROM ${name} ORDER BY ${id}`)
    return { name: `plat.${name}`, columns, order: id, rows }
  })
  // Deletes the row that even an unused database has, so that the copied row can be inserted.
  const before = 'DELETE FROM plat.subscription_state WHERE change = 0 AND told_up_to IS NULL'
  return moveTables(database, tables, { before: (connection) => connection.run(before), after: async () => {} })
}
