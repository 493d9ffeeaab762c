import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Damage } from '../algorithms/row-sum.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import { checkAll, type OnReading, type RowCheck } from './store-check.ts'
import { damaged, guarded, type StoreNames } from './store-fault.ts'
import { type UpgradeStep, upgrade } from './store-upgrade.ts'

/** How a kind of SQLite file and its version are recognised. */
export interface StoreFormat extends StoreNames {
  readonly applicationId: number
  /** SQLite user_version. It is raised, with a step, whenever the layout changes. */
  readonly version: number
  /** Bytes of a page: a power of two from 512 to 65536, large enough for several records. */
  readonly pageBytes: number
  readonly schema: string
  /**
   * Steps from one version to the next; the last one leads to `version`. A file that is older than the first step
   * cannot be upgraded.
   */
  readonly steps: readonly UpgradeStep[]
  /** Advice for a file that is older than the first step; it need not be removed. */
  readonly older: string
  /** Checks that a full reading makes besides those of SQLite itself. */
  readonly checkRows?: RowCheck
}

/** Milliseconds that a statement waits for another process's lock. */
const BUSY_TIMEOUT_MS = 2000

/** Files up to this size are read through before they are used, which takes at most about a second. */
export const READ_THROUGH_MAX_BYTES = 512 * 1024 * 1024

/** Makes a file of this format, closed to other users whatever the folder is; `path` must not exist. */
export function createStoreFile(path: string, format: StoreFormat): DatabaseSync {
  return guarded(path, format, () => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    chmodSync(path, 0o600) // it is empty; SQLite gives the files beside it the same mode
    database.exec(`PRAGMA page_size = ${format.pageBytes}`)
    // This is one transaction, because each statement alone would be one that waits for the disk three times.
    database.exec(
      `BEGIN; PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version};
      ${format.schema}; COMMIT`,
    )
    return database
  })
}

export interface OpenOptions {
  /** Whether a file that is small enough is read through first. */
  readonly readThrough?: boolean
  /** Leaves a file of another version as it is, for callers that read only what every version has. */
  readonly anyVersion?: boolean
  /** Set by readers other than the program that keeps the file, which creates and upgrades it. */
  readonly readOnly?: boolean
  readonly onUpgrade?: (done: number, total: number) => void
}

/**
 * Opens a file that `createStoreFile` made, and upgrades it if it is older. Throws a CommandFault of one sentence when
 * the file is missing, cannot be read, or belongs to another program or to a version that cannot be upgraded.
 *
 * Only SQLite opens the file: the system drops all locks of a process on a file as soon as the process closes any
 * descriptor of it, and a program that believes itself alone at the file then takes the write-ahead log away.
 */
export function openStoreFile(path: string, format: StoreFormat, options: OpenOptions = {}): DatabaseSync {
  if (!existsSync(path)) throw new CommandFault(`There is no ${format.noun} at ${path}.`, EXIT.noInput)
  return guarded(path, format, () => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: options.readOnly ?? false })
    try {
      checkProgram(database, path, format)
      if (!options.anyVersion) bringUp(database, path, format, options)
      if (options.readThrough) readThrough(database, path, format)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Throws a CommandFault if reading the whole file, unless it is too large for that, finds a problem. */
export function readThrough(
  database: DatabaseSync,
  path: string,
  format: StoreFormat,
  maxBytes = READ_THROUGH_MAX_BYTES,
): void {
  if (statSync(path).size > maxBytes) return
  const [found] = checkAll(database, format.checkRows)
  if (found !== undefined) throw damaged(path, format, found)
}

/** Reads all of a file, however large, and returns problems, a sentence each. Throws like `openStoreFile`. */
export function findingsIn(path: string, format: StoreFormat, onProgress?: OnReading): readonly string[] {
  const database = openStoreFile(path, format)
  try {
    return guarded(path, format, () => {
      database.exec('BEGIN')
      return checkAll(database, format.checkRows, onProgress)
    })
  } finally {
    database.close()
  }
}

function checkProgram(database: DatabaseSync, path: string, format: StoreFormat): void {
  if (numberOf(database, 'application_id') === format.applicationId) return
  if (numberOf(database, 'page_count') === 0) throw new Damage('the file is empty')
  throw new CommandFault(`${path} is not a ${format.noun} of Plat: it was made by another program.`, EXIT.data)
}

function bringUp(database: DatabaseSync, path: string, format: StoreFormat, { onUpgrade }: OpenOptions): void {
  const version = numberOf(database, 'user_version')
  if (version === format.version) return
  const refusal = upgradeRefusal(path, format, version)
  if (refusal !== undefined) throw refusal
  const startVersion = upgrade(database, format, onUpgrade)
  if (startVersion !== undefined) throw damaged(path, format, startVersion)
}

/** The version of a file's format; nothing is changed. Throws like `openStoreFile`. */
export function versionIn(path: string, format: StoreFormat): number {
  const database = openStoreFile(path, format, { anyVersion: true })
  try {
    return guarded(path, format, () => numberOf(database, 'user_version'))
  } finally {
    database.close()
  }
}

/** Why a file of that version cannot be upgraded to this one; undefined where it can be, or has it. */
export function upgradeRefusal(path: string, format: StoreFormat, version: number): CommandFault | undefined {
  if (version === format.version) return undefined
  const first = format.steps[0]?.from ?? format.version
  const data = inShell(dirname(path))
  if (version > format.version) return newerVersion(path, format, version)
  if (version < first) return otherVersion(path, format, version, format.older.replaceAll('DIR', data))
  return isReadOnly(path) ? otherVersion(path, format, version, READ_ONLY) : undefined
}

const READ_ONLY = 'it is upgraded in place, so start this Plat once as a user who may write to the file and its folder'

function isReadOnly(path: string): boolean {
  try {
    for (const each of [path, dirname(path)]) accessSync(each, constants.W_OK)
    return false
  } catch {
    return true
  }
}

export function newerVersion(path: string, format: StoreFormat, version: number): CommandFault {
  return otherVersion(path, format, version, 'use the newer Plat that made it')
}

function otherVersion(path: string, format: StoreFormat, version: number, advice: string): CommandFault {
  return new CommandFault(
    `The ${format.noun} ${path} has format ${version}, this Plat reads format ${format.version}: ${advice}.`,
    EXIT.data,
  )
}

export function numberOf(database: DatabaseSync, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])
}
