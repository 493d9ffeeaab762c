import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Damage } from '../algorithms/row-sum.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import { inShell } from '../base/sentence.ts'
import { checkAll, type OnReading, type RowCheck } from './store-check.ts'
import { damaged, guarded, type StoreNames } from './store-fault.ts'
import { type UpgradeStep, upgrade } from './store-upgrade.ts'

/** A kind of SQLite file, and how its version is recognized. */
export interface StoreFormat extends StoreNames {
  readonly applicationId: number
  /** SQLite's user_version. Every change of the layout increases it and adds a step. */
  readonly version: number
  /** Page size: a power of two from 512 to 65536, large enough for several records. */
  readonly pageBytes: number
  readonly schema: string
  /**
   * Steps from one version to the next. The last step leads to `version`. A file older than the first step cannot be
   * upgraded.
   */
  readonly steps: readonly UpgradeStep[]
  /** Advice to the operator for a file that is older than the first step. `DIR` stands for its folder. */
  readonly older: string
  /** Checks that run when a file is read in full, in addition to SQLite's own checks. */
  readonly checkRows?: RowCheck
}

/** Milliseconds that a statement waits for another process's lock. */
const BUSY_TIMEOUT_MS = 2000

/** Files up to this size may be read as a whole before use, which takes at most about a second. */
export const READ_THROUGH_MAX_BYTES = 512 * 1024 * 1024

/**
 * Creates a file of this format that other users cannot read, whatever the mode of the folder. `path` must not exist.
 */
export function createStoreFile(path: string, format: StoreFormat): DatabaseSync {
  return guarded(path, format, () => {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
    chmodSync(path, 0o600) // still empty; SQLite gives the same mode to its side files
    database.exec(`PRAGMA page_size = ${format.pageBytes}`)
    // one transaction, because each statement alone would wait for the disk three times
    database.exec(
      `BEGIN; PRAGMA application_id = ${format.applicationId}; PRAGMA user_version = ${format.version};
      ${format.schema}; COMMIT`,
    )
    return database
  })
}

export interface OpenOptions {
  /** Whether to check the whole file before use, if it is small enough. */
  readonly readThrough?: boolean
  /** Skips the upgrade, for callers that read only what every version has. */
  readonly anyVersion?: boolean
  /** Set by every reader except the program that owns the file. Only the owner creates and upgrades the file. */
  readonly readOnly?: boolean
  readonly onUpgrade?: (done: number, total: number) => void
}

/**
 * Opens a file that `createStoreFile` made, and upgrades an older version. Throws a CommandFault of one sentence if the
 * file is missing, unreadable, of another program, or of a version that cannot be upgraded. Only SQLite may open the
 * file: when a process closes any descriptor of a file, the system drops all locks of the process on it. Another
 * program may then believe that it is alone and remove the write-ahead log.
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

/** Throws a CommandFault if reading the whole file finds a problem. Skips files that are too large. */
export function readThrough(
  database: DatabaseSync,
  path: string,
  format: StoreFormat,
  maxBytes = READ_THROUGH_MAX_BYTES,
): void {
  if (statSync(path).size > maxBytes) return
  const [problem] = checkAll(database, format.checkRows)
  if (problem !== undefined) throw damaged(path, format, problem)
}

/**
 * Reads a whole file of any size. Returns one sentence per problem. Throws a CommandFault if the file cannot be opened.
 */
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
  throw new CommandFault(`${path} is not a ${format.noun} from Plat: another program made it.`, EXIT.data)
}

function bringUp(database: DatabaseSync, path: string, format: StoreFormat, { onUpgrade }: OpenOptions): void {
  const version = numberOf(database, 'user_version')
  if (version === format.version) return
  const refusal = upgradeRefusal(path, format, version)
  if (refusal !== undefined) throw refusal
  const startVersion = upgrade(database, format, onUpgrade)
  if (startVersion !== undefined) throw damaged(path, format, startVersion)
}

/**
 * Returns the version of a file's format without changing the file. Throws a CommandFault if the file cannot be opened.
 */
export function versionIn(path: string, format: StoreFormat): number {
  const database = openStoreFile(path, format, { anyVersion: true })
  try {
    return guarded(path, format, () => numberOf(database, 'user_version'))
  } finally {
    database.close()
  }
}

/**
 * Returns why a file of the given version cannot be upgraded. Undefined if it can, or if it already has the current
 * version.
 */
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
