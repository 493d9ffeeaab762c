import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../base/store-fault.ts'
import { openStoreFile, type StoreFormat } from '../../base/store-file.ts'
import { openStoreInFolder } from '../../base/store-folder.ts'
import type { UpgradeStep } from '../../base/store-upgrade.ts'

/**
 * `batch`: the last batch of credits that each writer has written, in the same transaction as the batch.
 * `lease`: credits that a process may spend, and what of them is in `usage`; the rest is gone for every other process.
 * `wanted`: another process asks for what is not in use. `taken`: the last entry of each of a process's logs of settled
 * calls that is in `usage`. `added`: credits that the operator gave a key on top of its plan.
 *
 * Of the second format; what came later is in steps.
 */
const LEDGER_TABLES = `
  CREATE TABLE IF NOT EXISTS batch (
    writer TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE lease (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    owner TEXT NOT NULL,
    granted INTEGER NOT NULL,
    spent INTEGER NOT NULL,
    wanted INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (key_id, plan_number, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lease_of_owner ON lease (owner);
  CREATE INDEX lease_wanted ON lease (owner) WHERE wanted = 1;
  CREATE TABLE taken (
    owner TEXT NOT NULL,
    lane INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (owner, lane)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE added (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    credits INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX added_of_key ON added (key_id, plan_number)`

/**
 * `paid`: questions that were paid for, by a hash, and until when they are free. `owner`: the process that is about to
 * charge for one, none once that is in `usage`. `by_user`: who added credits, where that is known.
 */
const PAID_TABLE = `
  CREATE TABLE paid (
    name TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL,
    owner TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX paid_until ON paid (until_ms);
  ALTER TABLE added ADD COLUMN by_user TEXT`

/** Files of the first format have none of these, or only the first. */
const ADD_LEDGER_TABLES: UpgradeStep = { from: 1, run: (database) => database.exec(LEDGER_TABLES) }
const ADD_PAID_TABLE: UpgradeStep = { from: 2, run: (database) => database.exec(PAID_TABLE) }

/**
 * `plan_number` counts the plans that a key has had: each begins with unspent credits. `change` numbers the changes
 * made to keys, so that a running service reads only those that are new to it.
 */
const SCHEMA = `
  ${LEDGER_TABLES};
  ${PAID_TABLE};
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
  version: 3,
  pageBytes: 4096,
  schema: SCHEMA,
  steps: [ADD_LEDGER_TABLES, ADD_PAID_TABLE],
  older: 'use the Plat that made it',
}

/**
 * Opens `access.sqlite` in a data folder, making it where there is none. Throws a CommandFault with one sentence when
 * the folder is missing or closed to us, or the file is damaged, newer or not ours; then nothing in it was changed.
 * `durable`: every change is on the disk when the call returns, at the cost of one wait for the disk each.
 */
export function openStore(dataDir: string, durable: boolean): DatabaseSync {
  return openStoreInFolder(dataDir, storePath(dataDir), ACCESS_FORMAT, durable)
}

/** Opens the `access.sqlite` that a service keeps, for reading only. Throws a CommandFault with one sentence. */
export function openStoreForReading(dataDir: string): DatabaseSync {
  return openStoreFile(storePath(dataDir), ACCESS_FORMAT, { readOnly: true })
}

/** Runs `work`, turning what the disk or the file did wrong into a CommandFault of one sentence. */
export function guardedStore<T>(path: string, work: () => T): T {
  return guarded(path, ACCESS_FORMAT, work)
}

/** Where the keys and credits of a data folder are. */
export function storePath(dataDir: string): string {
  return join(dataDir, 'access.sqlite')
}
