import { openStoreFile } from '../../../kit/store/store-file.ts'
import { PEOPLE_FORMAT, peoplePath } from './store.ts'

/** In the order in which rows are compared; values are written as PostgreSQL writes them. */
const SELECTS = {
  withheld: String.raw`SELECT 'true' AS single, '\x' || lower(hex(bytes)) AS secret FROM secret`,
  suppression: `SELECT number, person_id, iif(erased = 1, 'true', 'false') AS erased, since_ms
    FROM suppression ORDER BY number`,
  keyed_home: 'SELECT id FROM keyed_home ORDER BY id',
  mark: 'SELECT number, address, name, mark FROM mark ORDER BY number, mark',
  audit: 'SELECT number, at_ms, key_id, label, operation, subject, request_id FROM audit ORDER BY number',
} as const

export type PeopleTable = keyof typeof SELECTS

export interface StoredPeople {
  rows(table: PeopleTable): Iterable<Readonly<Record<string, string | number | null>>>
  close(): void
}

/** All that a file of withheld people keeps. */
export function openStoredPeople(dataDir: string): StoredPeople {
  const store = openStoreFile(peoplePath(dataDir), PEOPLE_FORMAT, { readOnly: true })
  return {
    rows: (table) => store.prepare(SELECTS[table]).iterate() as Iterable<Record<string, string | number | null>>, // columns of these types
    close: () => store.close(),
  }
}
