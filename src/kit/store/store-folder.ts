import { accessSync, constants, existsSync, linkSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../base/failure.ts'
import { guarded } from './store-fault.ts'
import { createStoreFile, openStoreFile, type StoreFormat } from './store-file.ts'

/**
 * Opens a store beside the catalogue of a data folder, and creates it if there is none; `fill` then adds its first
 * contents. Throws a CommandFault with one sentence when the folder is missing or closed to us, or the file is damaged,
 * newer, or of another kind; then nothing in it was changed. With `durable`, every change is on the disk when the call
 * returns, at the cost of one wait for the disk each.
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

/** A folder in a data folder that exists while a backup replaces its contents. */
export const RESTORING = 'restore.moving'

/** Throws a CommandFault while a restore has begun and not ended, because the files then belong to different states. */
export function refuseRestoring(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING))) return
  const sentence = `A restore of ${dataDir} has begun and not ended: wait for it, or run ./plat restore again.`
  throw new CommandFault(sentence, EXIT.data)
}

/** Throws a CommandFault if the folder is missing, cannot be written, or is being restored. */
export function checkFolder(dataDir: string): void {
  const next = 'make a catalogue there first with ./plat sample or ./plat import, or name the right folder with --data.'
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
    const sentence = `Cannot write in the data folder "${dataDir}": accepted is a folder that this user may read and write.`
    throw new CommandFault(sentence, EXIT.cannotWrite, { cause })
  }
}

/** The file is made under another name and put in place complete, so that a crash leaves no file that looks damaged. */
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

/** Never replaces the file of a process that was faster. */
function putInPlace(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch {
    if (!existsSync(path)) renameSync(aside, path) // a file system without hard links
  }
}

/** SQLite opens a read-only file without complaint, and fails at the first change. */
function checkWritable(path: string, noun: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    const sentence = `Cannot write the ${noun} ${path}: this user may not, or the file system is read-only.`
    throw new CommandFault(sentence, EXIT.cannotWrite, { cause })
  }
}

/** Runs `action` entirely or not at all; no other writer gets in between. */
export function inTransaction<T>(store: DatabaseSync, action: () => T): T {
  store.exec('BEGIN IMMEDIATE')
  try {
    const result = action()
    store.exec('COMMIT')
    return result
  } catch (error) {
    if (store.isTransaction) store.exec('ROLLBACK') // a full disk has rolled it back already
    throw error
  }
}
