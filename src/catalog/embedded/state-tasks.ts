import { constants, platform, setPriority } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'
import { damageOf, guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { CardWords } from '../facts/card-words.ts'
import type { CardMaker } from '../ports/cards.ts'
import { makeCardsAgain } from './change.ts'
import { learnAside } from './derive/learning.ts'
import { CATALOG_FORMAT } from './format.ts'
import { cardsVersionOf, type Loaded, load, type SharedPart, withSegments } from './loaded.ts'
import { WriterLock } from './lock.ts'
import { dataVersionOf } from './meta.ts'
import { beginReading } from './reader.ts'
import { hasCardsOf, withCards } from './search/stored.ts'

const MAKING_CARDS = 'Making the cards of search results again: another Plat made them'

/** Takes a sentence for the log. */
export type Tell = (sentence: string) => void

/** Which catalogue to read, and how to make its cards. */
export interface StateSetting {
  readonly dataDir: string
  readonly cards: CardMaker
  /** More cards than this are read after the start; for tests. */
  readonly cardsAtOnceMaxBytes?: number | undefined
  /** Free memory, in place of the machine's; for tests. */
  readonly freeBytes?: number | undefined
}

/**
 * Reads the newest state of a catalogue file into memory. If its cards have another fingerprint they are made again
 * first, which is told. Throws a CommandFault when the file cannot be read, or when its cards have
 * to be made again while another process writes.
 */
function loadState(setting: StateSetting, path: string, tell: Tell, known?: SharedPart): Loaded {
  return guarded(path, CATALOG_FORMAT, () => {
    const { dataDir, cards } = setting
    const loaded = loadWithCards(path, setting, known)
    if (loaded !== undefined) return loaded
    const lock = new WriterLock(dataDir) // until the cards are read: others may wait to make theirs
    try {
      tell(MAKING_CARDS)
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
function loadWithCards(
  path: string,
  { cards, cardsAtOnceMaxBytes }: StateSetting,
  known?: SharedPart,
): Loaded | undefined {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    beginReading(database)
    return hasCardsOf(database, cards.fingerprint)
      ? load(database, new CardWords(cards.words), cardsAtOnceMaxBytes, known)
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

/** A state that was loaded, with its cards in memory; undefined when something else is stored by now. */
function finishState({ cards }: StateSetting, path: string, loaded: Loaded): Loaded | undefined {
  return guarded(path, CATALOG_FORMAT, () => {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      beginReading(database)
      if (!sees(database, loaded)) return undefined
      const words = new CardWords(cards.words)
      return withSegments(loaded, (segment) => withCards(database, segment, words))
    } finally {
      database.close()
    }
  })
}

/** Whether a connection sees the state that was loaded. */
function sees(database: DatabaseSync, { stateVersion, cardsVersion }: Loaded): boolean {
  return dataVersionOf(database) === stateVersion && cardsVersionOf(database) === cardsVersion
}

/** Only where no answer waits for the processor, as far as the system can tell threads apart. */
function learnInBackground(path: string): void {
  if (platform() === 'linux' && !isMainThread) setPriority(constants.priority.PRIORITY_LOW) // of this thread and those that it starts
  learnAside(path)
}

/** Tasks that take long: a worker runs them if the file is large, the calling thread if it is small. */
export const STATE_TASKS = {
  load: (setting: StateSetting, path: string, tell: Tell, known?: SharedPart) => loadState(setting, path, tell, known),
  finish: (setting: StateSetting, path: string, _tell: Tell, loaded?: SharedPart) =>
    loaded && finishState(setting, path, loaded as Loaded), // a whole state is given
  checkpointLog: (_setting: StateSetting, path: string) => checkpointLog(path),
  truncateLog: (_setting: StateSetting, path: string) => truncateLog(path),
  learn: (_setting: StateSetting, path: string) => learnInBackground(path),
} satisfies Readonly<Record<string, (setting: StateSetting, path: string, tell: Tell, loaded?: SharedPart) => unknown>>
export type StateTask = keyof typeof STATE_TASKS
export type StateAnswer<T extends StateTask> = ReturnType<(typeof STATE_TASKS)[T]>
