import { openStoreForReading } from './store.ts'

type KeyTable = 'key' | 'key_change' | 'key_use' | 'secret' | 'added' | 'usage' | 'paid' | 'key_event'

/** Selects the columns that do not depend on running processes. Rows are sorted, so that two files can be compared. */
const SELECTS: Readonly<Record<KeyTable, string>> = {
  key: `SELECT id, label, plan, plan_number, plan_since_ms, created_ms, expires_ms, revoked_ms, change, limits
    FROM key ORDER BY id`,
  key_change: 'SELECT number, name FROM key_change ORDER BY number',
  key_use: 'SELECT key_id, last_used_ms FROM key_use ORDER BY key_id',
  secret: 'SELECT sha256, key_id, created_ms, expires_ms FROM secret ORDER BY sha256',
  added: `SELECT number, key_id, plan_number, at_ms, credits, coalesce(by_user, '') AS by_user
    FROM added ORDER BY number`,
  usage: 'SELECT key_id, plan_number, day, operation, calls, credits FROM usage ORDER BY 1, 2, 3, 4',
  paid: 'SELECT name, until_ms FROM paid ORDER BY name',
  key_event: 'SELECT number, at_ms, key_id, action, detail, by_user FROM key_event ORDER BY number',
}

interface StoredKeys {
  rows(table: KeyTable): Iterable<Readonly<Record<string, string | number | null>>>
  close(): void
}

/** Opens all rows of a key file. No service may change the file until it is closed. */
export function openStoredKeys(dataDir: string): StoredKeys {
  const store = openStoreForReading(dataDir)
  return {
    rows: (table) => store.prepare(SELECTS[table]).iterate() as Iterable<Record<string, string | number | null>>, // has the selected columns
    close: () => store.close(),
  }
}
