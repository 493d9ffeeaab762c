import { constants, platform, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { damageOf, guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { CardWords } from '../facts/card-words.ts'
import type { CardMaker } from '../ports/cards.ts'
import { learnAside } from './derive/learning.ts'
import { CATALOG_FORMAT } from './format.ts'
import { type Loaded, load, type SharedPart } from './loaded.ts'
import { beginReading } from './reader.ts'
import { hasCardsOf } from './search/stored.ts'

const OTHER_CARDS =
  'The catalog’s search results were made by another version of Plat, or with other settings: ./plat serve makes them again when it starts.'

/** Which catalog to read, and how to make the JSON of its search results. */
export interface StateSetting {
  readonly dataDir: string
  readonly cards: CardMaker
}

/**
 * Loads the newest state of a catalog file into memory. Throws a CommandFault if the file cannot be read, or if another
 * version of Plat made its search results.
 */
function loadState({ cards }: StateSetting, path: string, known?: SharedPart): Loaded {
  return guarded(path, CATALOG_FORMAT, () => {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      beginReading(database)
      if (!hasCardsOf(database, cards.fingerprint)) throw new CommandFault(OTHER_CARDS, EXIT.data)
      return load(database, new CardWords(cards.words), known)
    } catch (error) {
      throw damageOf(error, path, CATALOG_FORMAT) ?? error
    } finally {
      database.close()
    }
  })
}

/**
 * Copies the write-ahead log into the file, as far as readers of older states allow. The mode TRUNCATE also empties the
 * log. Never waits for locks; returns false if other processes prevented it.
 */
function checkpoint(path: string, mode: 'PASSIVE' | 'TRUNCATE'): boolean {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    return database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy === 0
  } finally {
    database.close()
  }
}

/**
 * Trains estimators with low priority, so that answers never have to wait for a processor. Only some systems have a
 * priority per thread.
 */
function learnInBackground(path: string): void {
  if (platform() === 'linux' && !isMainThread) setPriority(constants.priority.PRIORITY_LOW) // also holds for threads that this thread starts
  learnAside(path)
}

/** Tasks that may take long. For a large file, a worker runs them; for a small file, the calling thread does. */
export const STATE_TASKS = {
  load: loadState,
  copyLog: (_setting: StateSetting, path: string) => checkpoint(path, 'PASSIVE'),
  emptyLog: (_setting: StateSetting, path: string) => checkpoint(path, 'TRUNCATE'),
  learn: (_setting: StateSetting, path: string) => learnInBackground(path),
} satisfies Readonly<Record<string, (setting: StateSetting, path: string, loaded?: SharedPart) => unknown>>
export type StateTask = keyof typeof STATE_TASKS
export type StateAnswer<T extends StateTask> = ReturnType<(typeof STATE_TASKS)[T]>
