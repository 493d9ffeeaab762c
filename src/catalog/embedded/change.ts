import type { DatabaseSync } from 'node:sqlite'
import { guarded, openStoreFile } from '../../base/store-file.ts'
import type { CardMaker } from '../cards.ts'
import type { Withheld } from '../withheld.ts'
import { WriterLock } from './lock.ts'
import { meta } from './meta.ts'
import { CATALOG_FORMAT } from './schema.ts'
import { EmbeddedWriter } from './writer.ts'

/** A change of a catalogue file that is there: one transaction, beside readers. */
export function addingWriter(path: string, lock: WriterLock, cards: CardMaker, withheld?: Withheld): EmbeddedWriter {
  return writerIn(beginChange(path), path, lock, cards, () => {}, withheld)
}

/**
 * Makes all cards of a catalogue file again. Its contents stay the same, and so does its revision: servers of other words go
 * on with the cards that they have. Throws a CommandFault when another process writes.
 */
export function makeCardsAgain(dataDir: string, path: string, cards: CardMaker): void {
  const lock = new WriterLock(dataDir)
  try {
    const database = beginChange(path)
    const revision = meta(database, 'revision') ?? '0'
    const keepRevision = () => database.prepare("UPDATE meta SET value = ? WHERE name = 'revision'").run(revision)
    const writer = writerIn(database, path, lock, cards, keepRevision)
    try {
      writer.deriveAgain()
      writer.commit()
    } catch (error) {
      writer.rollback()
      throw error
    }
  } finally {
    lock.release()
  }
}

function beginChange(path: string): DatabaseSync {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    guarded(path, CATALOG_FORMAT, () => database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE'))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function writerIn(
  database: DatabaseSync,
  path: string,
  lock: WriterLock,
  cards: CardMaker,
  beforeCommit: () => void,
  withheld?: Withheld,
): EmbeddedWriter {
  const end = (statement: 'COMMIT' | 'ROLLBACK') => {
    if (database.isTransaction) database.exec(statement) // a full disk has already rolled it back
    database.close()
    lock.release()
  }
  const commit = () => {
    beforeCommit()
    end('COMMIT')
  }
  return new EmbeddedWriter(database, path, false, cards, { commit, rollback: () => end('ROLLBACK') }, withheld)
}
