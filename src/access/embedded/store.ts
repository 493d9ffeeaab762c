import { accessSync, constants, existsSync, linkSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../../base/failure.ts'
import { createStoreFile, guarded, openStoreFile, type StoreFormat } from '../../base/store-file.ts'

/**
 * `plan_number` counts the plans that a key has had: each begins with unspent credits. `change` numbers the changes made
 * to keys, so that a running service reads only those that are new to it.
 */
const SCHEMA = `
  BEGIN;
  CREATE TABLE key (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    plan TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    plan_since_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    last_used_ms INTEGER,
    expires_ms INTEGER,
    revoked_ms INTEGER,
    change INTEGER NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE secret (
    sha256 TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES key (id),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX secret_of_key ON secret (key_id);
  CREATE TABLE usage (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    calls INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (key_id, plan_number, day, operation)
  ) STRICT, WITHOUT ROWID;
  COMMIT;
`

const FORMAT: StoreFormat = {
  noun: 'key file',
  files: 'access.sqlite*',
  applicationId: 0x506c6163,
  version: 1,
  pageBytes: 4096,
  schema: SCHEMA,
}

/**
 * Opens `access.sqlite` in a data folder, making it where there is none. Throws a CommandFault with one sentence when the
 * folder is missing or closed to us, or the file is damaged, newer, or none of ours; then nothing in it was changed.
 * `durable`: every change is on the disk when the call returns, at the cost of one wait for the disk each.
 */
export function openStore(dataDir: string, durable: boolean): DatabaseSync {
  checkFolder(dataDir)
  const path = storePath(dataDir)
  if (!existsSync(path)) guardedStore(path, () => create(path))
  checkWritable(path)
  const store = openStoreFile(path, FORMAT)
  store.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
  return store
}

/** Runs `work`, turning what the disk or the file did wrong into a CommandFault of one sentence. */
export function guardedStore<T>(path: string, work: () => T): T {
  return guarded(path, FORMAT, work)
}

/** Where the keys and credits of a data folder are. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'access.sqlite')
}

function checkFolder(dataDir: string): void {
  const next = 'make a catalogue there first with ./plat sample or ./plat import, or name the right folder with --data.'
  const stats = statOf(dataDir)
  if (!stats) throw new CommandFault(`There is no data folder "${dataDir}": ${next}`, EXIT.noInput)
  if (!stats.isDirectory()) throw new CommandFault(`"${dataDir}" is no folder: ${next}`, EXIT.noInput)
  attempt(dataDir, () => accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK))
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

/** Made aside and put in place whole, so that a crash leaves no file that looks like a damaged one. */
function create(path: string): void {
  const aside = `${path}.${process.pid}.partial`
  rmSync(aside, { force: true })
  try {
    const store = createStoreFile(aside, FORMAT)
    store.exec('PRAGMA journal_mode = WAL')
    store.close()
    putInPlace(aside, path)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** Never over the file of a process that was faster. */
function putInPlace(aside: string, path: string): void {
  try {
    linkSync(aside, path)
  } catch {
    if (!existsSync(path)) renameSync(aside, path) // a file system without hard links
  }
}

/** SQLite opens a file that may not be written without a word, and fails at the first change. */
function checkWritable(path: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (cause) {
    const sentence = `Cannot write the key file ${path}: this user may not, or the file system is read-only.`
    throw new CommandFault(sentence, EXIT.cannotWrite, { cause })
  }
}

/** Runs `action` wholly or not at all; no other writer comes in between. */
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
