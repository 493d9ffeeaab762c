import { accessSync, constants, existsSync, linkSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../base/failure.ts'
import { guarded } from './store-fault.ts'
import { createStoreFile, openStoreFile, type StoreFormat } from './store-file.ts'

/**
 * Opens a store next to the catalog of a data folder. If the store is missing, creates it, and `fill` adds its first
 * contents. Throws a CommandFault of one sentence, without changing anything, if the folder is missing or not
 * accessible, or if the file is damaged, newer or of another kind. With `durable`, every call waits until its change is
 * on the disk.
 */
export function openStoreInFolder(
  dataDir: string,
  path: string,
  format: StoreFormat,
  durable: boolean,
  fill: (store: DatabaseSync) => void = () => {},
): DatabaseSync {
  checkFolder(dataDir)
  if (!existsSync(path)) guarded(path, format, () => create(path, format, fill))
  checkWritable(path, format.noun)
  const store = openStoreFile(path, format, { readThrough: true })
  store.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
  return store
}

/** Name of a folder that exists in a data folder only while a backup replaces the data folder's contents. */
export const RESTORING = 'restore.moving'

/** Throws a CommandFault if a restore has begun but not ended, because the files then belong to different states. */
export function refuseRestoring(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING))) return
  const sentence = `A restore of ${dataDir} has begun and not ended: wait for it, or run ./plat restore again.`
  throw new CommandFault(sentence, EXIT.data)
}

/** Throws a CommandFault if the folder is missing, not writable, or being restored. */
export function checkFolder(dataDir: string): void {
  const next = 'create a catalog there first with ./plat sample or ./plat import, or set the right folder with --data.'
  const stats = statOf(dataDir)
  if (!stats) throw new CommandFault(`There is no data folder "${dataDir}": ${next}`, EXIT.noInput)
  if (!stats.isDirectory()) throw new CommandFault(`"${dataDir}" is not a folder: ${next}`, EXIT.noInput)
  attempt(dataDir, () => accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))
  refuseRestoring(dataDir)
}

function statOf(dataDir: string): Stats | undefined {
  return attempt(dataDir, () => statSync(dataDir, { throwIfNoEntry: false }))
}

function attempt<T>(dataDir: string, action: () => T): T {
  try {
    return action()
  } catch (cause) {
    const sentence = `Cannot write to the data folder "${dataDir}": this user must be allowed to read and write it.`
    throw new CommandFault(sentence, EXIT.cannotWrite, { cause })
  }
}

/**
 * Creates the file under a temporary name and moves it into place when it is complete, so that a crash never leaves a
 * file that looks damaged.
 */
function create(path: string, format: StoreFormat, fill: (store: DatabaseSync) => void): void {
  const aside = `${path}.${process.pid}.partial`
  rmSync(aside, { force: true })
  try {
    const store = createStoreFile(aside, format)
    store.exec('PRAGMA journal_mode = WAL')
    fill(store)
    store.close()
    putInPlace(aside, path)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Moves a file into place. Never replaces the file of a process that was faster. */
function putInPlace(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch {
    if (!existsSync(path)) renameSync(aside, path) // the file system has no hard links
  }
}

/**
 * Throws a CommandFault if the file is not writable. SQLite would open it anyway, and fail only at the first change.
 */
function checkWritable(path: string, noun: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    const sentence = `Cannot write the ${noun} ${path}: this user has no permission, or the file system is read-only.`
    throw new CommandFault(sentence, EXIT.cannotWrite, { cause })
  }
}

/** Runs `action` completely or not at all, without other writers in between. */
export function inTransaction<T>(store: DatabaseSync, action: () => T): T {
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = action()
    store.exec('COMMIT')
    return result
  } catch (error) {
    if (store.isTransaction) store.exec('ROLLBACK') // SQLite has already rolled back if the disk is full
    throw error
  }
}
