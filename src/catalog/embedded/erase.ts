import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Erasure } from '../ports/catalog-store.ts'
import { CATALOG_FORMAT } from './format.ts'
import { meta, setMeta } from './meta.ts'
import { PersonBookWriter } from './person-book.ts'
import { RECORD_COUNTS, storeRowCounts } from './row-checks.ts'
import { PERSON_ADDRESS_TABLE, PERSON_TABLE } from './schema.ts'

/**
 * Maximum number of attempts to truncate the log. Services use the log until they serve the new state, and loading a
 * large state takes some seconds.
 */
const TRIES = 200
const WAIT_MS = 100

/**
 * Deletes a person completely. B-trees leave copies of rows behind, so the other people's rows move to new pages, and
 * the old pages are overwritten with zeros. Then truncates the write-ahead log, which contains earlier versions of
 * pages. The caller must have the writer's lock. In the result, `clean` means that the log is empty. The time is
 * proportional to the number of people in the catalog.
 */
export async function erasePersonIn(path: string, personId: string): Promise<Erasure> {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    const isDeleted = guarded(path, CATALOG_FORMAT, () => deletePerson(database, personId))
    database.exec('PRAGMA busy_timeout = 0') // the loop below waits for readers without blocking the thread
    for (let tries = 0; tries < TRIES; tries++) {
      if (guarded(path, CATALOG_FORMAT, () => truncateLog(database))) return { wasThere: isDeleted, clean: true }
      await wait(WAIT_MS)
    }
    return { wasThere: isDeleted, clean: false }
  } finally {
    database.close()
  }
}

function deletePerson(database: DatabaseSync, personId: string): boolean {
  database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
  try {
    const book = new PersonBookWriter(database, false)
    book.remove(personId)
    const isDeleted = database.prepare('DELETE FROM person WHERE id = ?').run(personId).changes > 0
    if (isDeleted) {
      moveTable(database, 'person', PERSON_TABLE)
      moveTable(database, 'person_address', PERSON_ADDRESS_TABLE)
      book.finish()
      noteChange(database)
      storeRowCounts(database)
    }
    database.exec('COMMIT')
    return isDeleted
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK') // if the disk is full, SQLite has already rolled back
    throw error
  }
}

/** Copies a table and drops the original. With `secure_delete` on, SQLite overwrites the dropped pages with zeros. */
function moveTable(database: DatabaseSync, table: string, creation: string): void {
  database.exec(`ALTER TABLE ${table} RENAME TO ${table}_before; ${creation}
    INSERT INTO ${table} SELECT * FROM ${table}_before ORDER BY rowid; DROP TABLE ${table}_before`)
}

/** Subtracts 1 from the number of people, and increases the revision so that services switch to the new state. */
function noteChange(database: DatabaseSync): void {
  const counts = JSON.parse(meta(database, RECORD_COUNTS) ?? '{}') as Record<string, number> // the writer stored numbers
  counts.person = Math.max(0, (counts.person ?? 0) - 1)
  setMeta(database, RECORD_COUNTS, JSON.stringify(counts))
  setMeta(database, 'revision', String(Number(meta(database, 'revision') ?? '0') + 1))
}

/** Truncates the log to zero bytes. Returns false while a reader still uses the log. */
function truncateLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
}
