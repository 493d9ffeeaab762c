import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import { damaged, guarded } from '../../kit/store/store-fault.ts'
import { createStoreFile, type OpenOptions, openStoreFile } from '../../kit/store/store-file.ts'
import { reportOn, type StoreReport } from '../../kit/store/store-report.ts'
import { addingWriter, makeCardsAgain } from '../embedded/change.ts'
import { lastChangeIn } from '../embedded/change-numbers.ts'
import type { SegmentPolicy } from '../embedded/derive/segment-policy.ts'
import {
  currentPath,
  ensureFolder,
  leftovers,
  noteDamage,
  pathOf,
  putInForce,
  removeCatalog,
} from '../embedded/folder.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import { WriterLock } from '../embedded/lock.ts'
import { setMeta } from '../embedded/meta.ts'
import { hasCardsOf } from '../embedded/search/stored.ts'
import { EmbeddedWriter, type WriterSetting } from '../embedded/writer.ts'
import type { CardMaker } from '../ports/cards.ts'
import { type CatalogKind, mixed, type WriterOptions } from '../ports/catalog-store.ts'
import type { CatalogWriter } from '../ports/catalog-writer.ts'

// Does not load the code that opens a catalog for reading, because commands that only write do not need it.

/**
 * Runs `read` on the catalog file of a data folder. Returns undefined if there is no file. Throws a CommandFault if
 * reading fails.
 */
export function reading<T>(dataDir: string, read: (database: DatabaseSync) => T, options?: OpenOptions): T | undefined {
  const path = currentPath(dataDir)
  if (path === undefined) return undefined
  const database = openStoreFile(path, CATALOG_FORMAT, options)
  try {
    return guarded(path, CATALOG_FORMAT, () => read(database))
  } finally {
    database.close()
  }
}

/**
 * Reads and checks the whole catalog, and reports any damage to running services. Returns undefined if there is no
 * catalog.
 */
export function checkCatalog(dataDir: string, onProgress: OnReading): StoreReport | undefined {
  const path = currentPath(dataDir)
  const report = path === undefined ? undefined : reportOn(path, CATALOG_FORMAT, onProgress)
  if (path === undefined || report === undefined) return undefined
  const [finding] = report.findings
  noteDamage(dataDir, path, finding && damaged(path, CATALOG_FORMAT, finding).message)
  return report
}

/** Runs `work` while no other process can write. Throws a CommandFault if another process is writing. */
export function alone<T>(dataDir: string, work: () => T): T {
  const lock = new WriterLock(dataDir)
  try {
    return work()
  } finally {
    lock.release()
  }
}

/** Returns the kind of the catalog in a data folder. Works with files of every format. */
export function catalogKind(dataDir: string): CatalogKind | undefined {
  return reading(dataDir, kindOf, { anyVersion: true })
}

/** Unknown kinds count as imported, because only samples may be replaced without asking. */
function kindOf(database: DatabaseSync): CatalogKind {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'kind'").get()
  return row?.value === 'sample' ? 'sample' : 'imported'
}

/** Regenerates all search results if their fingerprint differs. Throws a CommandFault if that fails. */
export function bringUpCards(
  dataDir: string,
  cards: CardMaker,
  onProgress: (done: number, total: number) => void,
): void {
  const path = currentPath(dataDir)
  if (path === undefined || reading(dataDir, (database) => hasCardsOf(database, cards.fingerprint))) return
  alone(dataDir, () => guarded(path, CATALOG_FORMAT, () => makeCardsAgain(path, cards, onProgress)))
}

interface FolderWriterOptions extends WriterOptions {
  readonly dataDir: string
  /** Decides when to merge segments. For tests. */
  readonly segments?: SegmentPolicy
  /** For tests. Default: the system's clock. */
  readonly clock?: Clock
}

/**
 * Opens a data folder for writing. Without `replace`, the writer changes the existing catalog. Throws a CommandFault if
 * the folder is unusable, another process is writing, or the change would mix invented and real data.
 */
export function openWriter(options: FolderWriterOptions): CatalogWriter {
  ensureFolder(options.dataDir)
  const lock = new WriterLock(options.dataDir)
  try {
    for (const path of leftovers(options.dataDir)) removeCatalog(path)
    const kind = catalogKind(options.dataDir)
    if (kind !== undefined && kind !== options.kind && !options.replace) throw mixed(options.dataDir, kind)
    const path = options.replace ? undefined : currentPath(options.dataDir)
    if (path === undefined) return freshWriter(options, lock)
    return addingWriter(path, lock, options.cards, settingOf(options))
  } catch (error) {
    lock.release()
    throw error
  }
}

function settingOf(options: FolderWriterOptions): WriterSetting {
  const { withheld, segments: policy, clock, logDays, signal, stopLearning = signal } = options
  return { withheld, policy, logDays, stopLearning, ...(clock && { clock }) }
}

/** Returns the last sequence number of the folder's catalog, or 0 if the catalog is unreadable or missing. */
function lastChangeOf(dataDir: string): number {
  try {
    return reading(dataDir, lastChangeIn, { anyVersion: true }) ?? 0
  } catch {
    return 0
  }
}

/** Writes a new file without a journal: nobody reads the file before it becomes current, and a failure deletes it. */
function freshWriter(options: FolderWriterOptions, lock: WriterLock): CatalogWriter {
  const after = Math.max(lastChangeOf(options.dataDir), options.after ?? 0)
  const catalogId = options.newCatalogId()
  const path = pathOf(options.dataDir, catalogId)
  const database = createStoreFile(path, CATALOG_FORMAT)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
  setMeta(database, 'catalogId', catalogId)
  setMeta(database, 'kind', options.kind)
  setMeta(database, 'secret', options.newCatalogId() + options.newCatalogId())
  const ending = {
    commit: () => {
      database.exec('COMMIT')
      database.close()
      setJournal(path)
      putInForce(options.dataDir, path)
      for (const old of leftovers(options.dataDir)) removeCatalog(old)
      lock.release()
    },
    rollback: () => {
      database.close()
      removeCatalog(path)
      lock.release()
    },
  }
  return new EmbeddedWriter(database, path, true, options.cards, ending, { ...settingOf(options), after })
}

/**
 * Switches the file to a write-ahead log, so that later changes do not disturb readers. The switch is a commit, which
 * makes SQLite sync the file to disk.
 */
function setJournal(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL')
  database.close()
}

/** Returns the path of a data folder's catalog. Throws a CommandFault if there is no catalog. */
export function existingPath(dataDir: string): string {
  const path = currentPath(dataDir)
  if (path !== undefined) return path
  throw noCatalog(dataDir)
}

export function noCatalog(dataDir: string): CommandFault {
  const advice = 'make one with ./plat sample or ./plat import.'
  return new CommandFault(`There is no catalog in ${dataDir}: ${advice}`, EXIT.noInput)
}
