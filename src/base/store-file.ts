import { closeSync, existsSync, openSync, readSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from './failure.ts'

/** What sentences call a kind of SQLite file of ours. */
export interface StoreNames {
  /** E.g. `catalogue`. */
  readonly noun: string
  /** Its files in their folder, as somebody would name them to remove them, e.g. `catalogue*`. */
  readonly files: string
}

/** How a kind of SQLite file of ours is told from every other file, and from an older or newer one. */
export interface StoreFormat extends StoreNames {
  /** SQLite application_id. */
  readonly applicationId: number
  /** SQLite user_version: raised whenever a file of the old layout can no longer be read. */
  readonly version: number
  /** Bytes of a page: a power of two from 512 to 65536, large enough for several records. */
  readonly pageBytes: number
  readonly schema: string
}

/** Milliseconds that a statement waits for another process's lock. */
const BUSY_TIMEOUT_MS = 2000

/** Files up to this size are read through at every start; a larger one would hold the start up for seconds. */
const FULL_CHECK_MAX_BYTES = 256 * 1024 * 1024

/** Makes a file of this format; `path` must not exist. */
export function createStoreFile(path: string, format: StoreFormat): DatabaseSync {
  return guarded(path, format, () => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    database.exec(`PRAGMA page_size = ${format.pageBytes}`)
    database.exec(`PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version}`)
    database.exec(format.schema)
    return database
  })
}

export interface OpenOptions {
  readonly readOnly?: boolean
  /** Whether a file that is not too large for it is read through first; it is, unless told otherwise. */
  readonly readThrough?: boolean
}

/**
 * Opens a file that `createStoreFile` made. Throws a CommandFault of one sentence when the file is missing, damaged, of
 * another program, or of another version.
 */
export function openStoreFile(path: string, format: StoreFormat, options: OpenOptions = {}): DatabaseSync {
  return guarded(path, format, () => {
    checkHeader(path, format)
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: options.readOnly ?? false })
    try {
      checkFormat(database, path, format)
      if (options.readThrough !== false) checkPages(database, path, format)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

const HEADER_BYTES = 100

function checkHeader(path: string, format: StoreFormat): void {
  if (!existsSync(path)) throw new CommandFault(`There is no ${format.noun} at ${path}.`, EXIT.noInput)
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(file)
  }
  const stated = header.readUInt32BE(28) * (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16))
  const complete = existsSync(`${path}-wal`) || statSync(path).size >= stated // beside a write-ahead log it may lag
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\u0000' || !complete) throw damaged(path, format)
}

function checkFormat(database: DatabaseSync, path: string, format: StoreFormat): void {
  const applicationId = numberOf(database, 'application_id')
  if (applicationId !== format.applicationId) {
    throw new CommandFault(`${path} is no ${format.noun} of Plat: it was made by another program.`, EXIT.data)
  }
  const version = numberOf(database, 'user_version')
  if (version === format.version) return
  const advice =
    version > format.version
      ? 'use the newer Plat that made it'
      : `remove ${join(dirname(path), format.files)} and make it again`
  throw new CommandFault(
    `The ${format.noun} ${path} has format ${version}, this Plat reads format ${format.version}: ${advice}.`,
    EXIT.data,
  )
}

function checkPages(database: DatabaseSync, path: string, format: StoreFormat): void {
  if (statSync(path).size > FULL_CHECK_MAX_BYTES) return
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (result !== 'ok') throw damaged(path, format)
}

function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}

/** What to tell of a store whose contents cannot be read; undefined when an error speaks of something else. */
export function damageOf(error: unknown, path: string, format: StoreNames): CommandFault | undefined {
  const { errcode, code } = error as { errcode?: number; code?: string }
  const unreadable = code === 'ERR_SQLITE_ERROR' && errcode !== undefined && DAMAGE.has(errcode & 0xff)
  return unreadable || error instanceof SyntaxError ? damaged(path, format, error) : undefined // JSON that is none
}

function damaged(path: string, { noun, files }: StoreNames, cause?: unknown): CommandFault {
  return new CommandFault(
    `The ${noun} ${path} is damaged: put a copy of it back, or remove ${join(dirname(path), files)} and make it again.`,
    EXIT.data,
    { cause },
  )
}

/** Primary result codes of SQLite. */
const SQLITE = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  inputOutput: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
}

const DAMAGE: ReadonlySet<number> = new Set([SQLITE.corrupt, SQLITE.notADatabase])

/** Its code for a disk that has no room for the index of a write-ahead log, which opening a file needs. */
const NO_ROOM_FOR_LOG_INDEX = SQLITE.inputOutput | (19 << 8)

/** A disk with fewer bytes to spare has no room for the index of a write-ahead log. */
const LOG_INDEX_BYTES = 32 * 1024

/** Runs `work`, turning what the disk or the file did wrong into its one sentence; anything else passes through. */
export function guarded<T>(path: string, format: StoreNames, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeFault(error, path, format) ?? error
  }
}

function storeFault(error: unknown, path: string, format: StoreNames): CommandFault | undefined {
  const { noun } = format
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (code === 'EACCES' || code === 'EPERM')
    return new CommandFault(`Cannot read the ${noun} ${path}: permission denied.`, EXIT.noInput, { cause: error })
  if (code === 'ENOSPC') return full(path, noun, error)
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return undefined
  if (errcode === NO_ROOM_FOR_LOG_INDEX) return full(path, noun, error)
  switch (errcode & 0xff) {
    case SQLITE.busy:
    case SQLITE.locked:
      return new CommandFault(
        `The ${noun} ${path} is being changed by another process: try again once it is done.`,
        EXIT.busy,
        { cause: error },
      )
    case SQLITE.full:
      return full(path, noun, error)
    case SQLITE.corrupt:
    case SQLITE.notADatabase:
      return damaged(path, format, error)
    case SQLITE.readOnly:
    case SQLITE.cannotOpen:
      if (isFull(path)) return full(path, noun, error)
      return new CommandFault(
        `Cannot open the ${noun} ${path} for writing: check the folder's permissions.`,
        EXIT.cannotWrite,
        { cause: error },
      )
    case SQLITE.inputOutput:
      if (isFull(path)) return full(path, noun, error)
      return new CommandFault(
        `The disk failed while the ${noun} ${path} was in use: nothing of the last change was kept.`,
        EXIT.io,
        { cause: error },
      )
    default:
      return undefined
  }
}

/** SQLite has no code of its own for every way in which a full disk shows itself. */
function isFull(path: string): boolean {
  if (!existsSync(dirname(path))) return false
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize < LOG_INDEX_BYTES
}

function full(path: string, noun: string, cause: unknown): CommandFault {
  return new CommandFault(
    `The disk that holds the ${noun} ${path} is full: free some space and run it again; nothing was changed.`,
    EXIT.cannotWrite,
    { cause },
  )
}
