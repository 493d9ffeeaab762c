import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../base/store-fault.ts'
import type { StoreFormat } from '../../base/store-file.ts'
import { openStoreInFolder } from '../../base/store-folder.ts'

/** The last batch of credits that each writer has written, in the same transaction as the batch. */
const BATCH_TABLE = `
  CREATE TABLE IF NOT EXISTS batch (
    writer TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`

/**
 * `plan_number` counts the plans that a key has had: each begins with unspent credits. `change` numbers the changes
 * made to keys, so that a running service reads only those that are new to it.
 */
const SCHEMA = `
  ${BATCH_TABLE};
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
`

export const ACCESS_FORMAT: StoreFormat = {
  noun: 'key file',
  files: 'access.sqlite*',
  applicationId: 0x506c6163,
  version: 1,
  pageBytes: 4096,
  schema: SCHEMA,
  steps: [],
  older: 'use the Plat that made it',
}

/**
 * Opens `access.sqlite` in a data folder, making it where there is none. Throws a CommandFault with one sentence when
 * the folder is missing or closed to us, or the file is damaged, newer or not ours; then nothing in it was changed.
 * `durable`: every change is on the disk when the call returns, at the cost of one wait for the disk each.
 */
export function openStore(dataDir: string, durable: boolean): DatabaseSync {
  const path = storePath(dataDir)
  const store = openStoreInFolder(dataDir, path, ACCESS_FORMAT, durable)
  guardedStore(path, () => addBatchTable(store))
  return store
}

/** Files made before there were batches lack their table; nothing else of them differs. */
function addBatchTable(store: DatabaseSync): void {
  const isThere = store.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'batch'").get() !== undefined
  if (!isThere) store.exec(BATCH_TABLE)
}

/** Runs `work`, turning what the disk or the file did wrong into a CommandFault of one sentence. */
export function guardedStore<T>(path: string, work: () => T): T {
  return guarded(path, ACCESS_FORMAT, work)
}

/** Where the keys and credits of a data folder are. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'access.sqlite')
}
