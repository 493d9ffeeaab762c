import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { CardMaker } from '../ports/cards.ts'
import { CATALOG_FORMAT } from './format.ts'
import type { WriterLock } from './lock.ts'
import { meta, setMeta } from './meta.ts'
import { EmbeddedWriter, type WriterSetting } from './writer.ts'

/**
 * Opens a writer that changes an existing catalog file in one transaction. Readers continue while it writes. The lock
 * is released when the transaction ends.
 */
export function addingWriter(path: string, lock: WriterLock, cards: CardMaker, setting: WriterSetting): EmbeddedWriter {
  const database = beginChange(path)
  const end = (statement: 'COMMIT' | 'ROLLBACK') => {
    endChange(database, statement)
    lock.release()
  }
  const ending = { commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') }
  return new EmbeddedWriter(database, path, false, cards, ending, setting)
}

/**
 * Regenerates the stored JSON of all search results. The caller must have the writer's lock. The revision stays the
 * same, so that services with an older version of Plat keep using the JSON in their memory.
 */
export function makeCardsAgain(
  path: string,
  cards: CardMaker,
  onProgress?: Parameters<EmbeddedWriter['commit']>[0],
): void {
  const database = beginChange(path)
  const revision = meta(database, 'revision') ?? '0'
  const commit = () => {
    setMeta(database, 'revision', revision)
    endChange(database, 'COMMIT')
  }
  const ending = { commit, rollback: () => endChange(database, 'ROLLBACK') }
  const writer = new EmbeddedWriter(database, path, false, cards, ending)
  try {
    writer.deriveAgain()
    writer.commit(onProgress)
  } catch (error) {
    writer.rollback()
    throw error
  }
}

/**
 * Maximum time in milliseconds that a change waits while trained estimators are stored. Storing may take long, because
 * it runs in a thread of the lowest priority.
 */
const STORE_WAIT_MS = 30_000

function beginChange(path: string): DatabaseSync {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    guarded(path, CATALOG_FORMAT, () => {
      database.exec(`PRAGMA synchronous = FULL; PRAGMA busy_timeout = ${STORE_WAIT_MS}; BEGIN IMMEDIATE`)
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function endChange(database: DatabaseSync, statement: 'COMMIT' | 'ROLLBACK'): void {
  if (database.isTransaction) database.exec(statement) // if the disk is full, SQLite has already rolled back
  database.close()
}
