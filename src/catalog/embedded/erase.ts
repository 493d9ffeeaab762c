import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { guarded, openStoreFile } from '../../base/store-file.ts'
import { PersonBookWriter } from './person-book.ts'
import { meta } from './reader.ts'
import { CATALOG_FORMAT } from './schema.ts'

/** Servers take up the newer state, and let go of the log, within a quarter of a second. */
const TRIES = 20
const WAIT_MS = 250

/**
 * Deletes with zeros in the place of what was there, in pages and in free space alike, then empties the write-ahead log,
 * which holds earlier copies of pages. The caller holds the writer's lock.
 */
export async function erasePersonIn(path: string, personId: string): Promise<{ found: boolean; clean: boolean }> {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    const found = guarded(path, CATALOG_FORMAT, () => deletePerson(database, personId))
    for (let tries = 0; tries < TRIES; tries++) {
      if (guarded(path, CATALOG_FORMAT, () => emptyLog(database))) return { found, clean: true }
      await wait(WAIT_MS)
    }
    return { found, clean: false }
  } finally {
    database.close()
  }
}

function deletePerson(database: DatabaseSync, personId: string): boolean {
  database.exec('PRAGMA secure_delete = ON; PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
  try {
    new PersonBookWriter(database, false).remove(personId)
    const found = database.prepare('DELETE FROM person WHERE id = ?').run(personId).changes > 0
    if (found) noteChange(database)
    database.exec('COMMIT')
    return found
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK') // a full disk has rolled it back already
    throw error
  }
}

/** One person less, and a newer state, which servers take up. */
function noteChange(database: DatabaseSync): void {
  const counts = JSON.parse(meta(database, 'counts') ?? '{}') as Record<string, number> // as the writer stored them
  counts.person = Math.max(0, (counts.person ?? 0) - 1)
  const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
  setMeta.run('counts', JSON.stringify(counts))
  setMeta.run('revision', String(Number(meta(database, 'revision') ?? '0') + 1))
}

/** Whether every page of the log is in the file and the log is cut to nothing. */
function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
}
