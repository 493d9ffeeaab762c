import { damageOf, guarded } from '../../base/store-fault.ts'
import { openStoreFile, readThrough } from '../../base/store-file.ts'
import type { CardMaker } from '../cards.ts'
import { makeCardsAgain } from './change.ts'
import { CATALOG_FORMAT } from './format.ts'
import { finish, type Loaded, load } from './loaded.ts'
import { WriterLock } from './lock.ts'
import { dataVersionOf } from './meta.ts'
import { beginReading } from './reader.ts'
import { hasCardsOf } from './search/stored.ts'

/** Which catalogue to read, and how to make its cards. */
export interface StateSetting {
  readonly dataDir: string
  readonly cards: CardMaker
  /** Whether cards are to stand ready for gzip, too: half as much memory again. */
  readonly packed: boolean
  /** A larger file is not read through before it is served; see `READ_THROUGH_MAX_BYTES`. */
  readonly readThroughMaxBytes?: number | undefined
}

/**
 * Reads the newest state of a catalogue file into memory. If its cards have another fingerprint they are made again
 * first, which `onMakingCards` announces. Throws a CommandFault when the file cannot be read, or when its cards have
 * to be made again while another process writes.
 */
function loadState(setting: StateSetting, path: string, onMakingCards: () => void): Loaded {
  return guarded(path, CATALOG_FORMAT, () => {
    const { dataDir, cards } = setting
    const loaded = loadWithCards(path, setting)
    if (loaded !== undefined) return loaded
    const lock = new WriterLock(dataDir) // until the cards are read: others may wait to make theirs
    try {
      onMakingCards()
      makeCardsAgain(path, cards)
      const made = loadWithCards(path, setting)
      if (made === undefined) throw new Error('the cards were made again, but under another fingerprint')
      return made
    } finally {
      lock.release()
    }
  })
}

/** undefined when the cards have another fingerprint. */
function loadWithCards(path: string, { cards, packed, readThroughMaxBytes }: StateSetting): Loaded | undefined {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    beginReading(database)
    readThrough(database, path, CATALOG_FORMAT, readThroughMaxBytes)
    return hasCardsOf(database, cards.fingerprint)
      ? load(database, { mediaOrigin: cards.mediaOrigin, packed })
      : undefined
  } catch (error) {
    throw damageOf(error, path, CATALOG_FORMAT) ?? error
  } finally {
    database.close()
  }
}

/** Copies the log into the file as far as readers of older states allow; true when all of it is copied. */
function checkpointLog(path: string): boolean {
  const { log, checkpointed } = checkpoint(path, 'PASSIVE')
  return log === checkpointed
}

/** Truncates the log to zero bytes; false while somebody still reads from it. */
function truncateLog(path: string): boolean {
  return checkpoint(path, 'TRUNCATE').busy === 0
}

/** Never waits for locks. */
function checkpoint(path: string, mode: 'PASSIVE' | 'TRUNCATE'): Record<string, unknown> {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() ?? {}
  } finally {
    database.close()
  }
}

/** The searches of a state that was loaded, with cards as they are wanted; undefined when a commit has replaced it. */
function finishState({ cards, packed }: StateSetting, path: string, loaded: Loaded): Loaded | undefined {
  return guarded(path, CATALOG_FORMAT, () => {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      beginReading(database)
      if (dataVersionOf(database) !== loaded.dataVersion) return undefined
      return finish(database, loaded, { mediaOrigin: cards.mediaOrigin, packed }, cards)
    } finally {
      database.close()
    }
  })
}

/** Tasks that take long: a worker runs them if the file is large, the calling thread if it is small. */
export const STATE_TASKS = {
  load: (setting: StateSetting, path: string, onMakingCards: () => void, _loaded?: Loaded) =>
    loadState(setting, path, onMakingCards),
  finish: (setting: StateSetting, path: string, _onMakingCards: () => void, loaded?: Loaded) =>
    loaded && finishState(setting, path, loaded),
  checkpointLog: (_setting: StateSetting, path: string) => checkpointLog(path),
  truncateLog: (_setting: StateSetting, path: string) => truncateLog(path),
} satisfies Readonly<
  Record<string, (setting: StateSetting, path: string, onMakingCards: () => void, loaded?: Loaded) => unknown>
>
export type StateTask = keyof typeof STATE_TASKS
export type StateAnswer<T extends StateTask> = ReturnType<(typeof STATE_TASKS)[T]>
