import { backup, DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../base/failure.ts'
import { checkAll, type Reading } from './store-check.ts'
import { guarded } from './store-fault.ts'
import { newerVersion, numberOf, openStoreFile, type StoreFormat } from './store-file.ts'

/** Number of bytes to copy before the progress is reported again. */
const PART_BYTES = 16 * 1024 * 1024

interface CopyOptions {
  readonly signal: AbortSignal
  readonly onProgress: (reading: Reading) => void
}

/**
 * Copies the current state of a store of this or an older version, while others read and write it. `to` must not exist.
 * The copy is on the disk when the promise resolves. Rejects with a CommandFault if the store cannot be opened.
 */
export async function copyStore(path: string, format: StoreFormat, to: string, options: CopyOptions): Promise<void> {
  const { signal, onProgress } = options
  const database = openStoreFile(path, format, { anyVersion: true })
  try {
    guarded(path, format, () => {
      const version = numberOf(database, 'user_version')
      if (version > format.version) throw newerVersion(path, format, version)
      // without a transaction, each change by another process would restart the copy
      database.exec('BEGIN')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    })
    const rate = Math.max(1, Math.floor(PART_BYTES / numberOf(database, 'page_size')))
    const progress = (pages: { totalPages: number; remainingPages: number }) => {
      signal.throwIfAborted()
      onProgress({ done: pages.totalPages - pages.remainingPages, total: pages.totalPages })
    }
    await backup(database, to, { rate, progress }).catch((error: unknown) =>
      guarded(to, format, () => {
        throw error
      }),
    )
  } finally {
    database.close()
  }
}

interface ReadStore {
  readonly version: number
  /** Number of rows by table, without empty tables. */
  readonly rows: Readonly<Record<string, number>>
}

/**
 * Reads a whole store without upgrading it. A store of an older version gets only SQLite's own checks. Throws a
 * CommandFault if there is a problem.
 */
export function readStore(path: string, format: StoreFormat, onProgress: (reading: Reading) => void): ReadStore {
  const database = openStoreFile(path, format, { anyVersion: true })
  try {
    return guarded(path, format, () => {
      const version = numberOf(database, 'user_version')
      const checkRows = version === format.version ? format.checkRows : undefined
      database.exec('BEGIN')
      const [problem] = checkAll(database, checkRows, onProgress)
      if (problem !== undefined)
        throw new CommandFault(`A full scan of the ${format.noun} ${path} found: ${problem}.`, EXIT.data)
      return { version, rows: rowsOf(database) }
    })
  } finally {
    database.close()
  }
}

function rowsOf(database: DatabaseSync): Readonly<Record<string, number>> {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
  const counts = tables.all().map(({ name }): [string, number] => {
    const row = database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get()
    return [String(name), Number(row?.rows)]
  })
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Whether any process, including this one, has the store open. The check locks the whole file for a moment, so a
 * process that opens the store at that moment waits.
 */
export function isStoreInUse(path: string, format: StoreFormat): boolean {
  return guarded(path, format, () => {
    const database = new DatabaseSync(path, { timeout: 0 })
    try {
      // With a write-ahead log, every process that has the file open holds a lock on it. In exclusive mode, which must
      // be set before the first read, SQLite needs the whole file to itself.
      database.exec('PRAGMA locking_mode = EXCLUSIVE')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
      return false
    } catch (error) {
      if ((error as { errcode?: number }).errcode === BUSY) return true
      throw error
    } finally {
      database.close()
    }
  })
}

const BUSY = 5
