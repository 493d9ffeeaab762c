import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../../kit/store/store-fault.ts'
import { openStoreFile, type StoreFormat } from '../../../kit/store/store-file.ts'
import { openStoreInFolder } from '../../../kit/store/store-folder.ts'
import type { UpgradeStep } from '../../../kit/store/store-upgrade.ts'

/**
 * `taken`: by service and lane, the last entry of its log of settled calls that is in `usage`; after its lanes the
 * number of its last batch. It has the services that run, and those that were killed. `added`: credits that the
 * operator gave a key on top of its plan, and who did. `paid`: questions that were paid for, by a hash, and until when
 * they are free.
 */
const LEDGER_TABLES = `
  CREATE TABLE taken (
    service TEXT NOT NULL,
    lane INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (service, lane)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE paid (
    name TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX paid_until ON paid (until_ms)`

/** Files of the third format had leases, for several services at once on a folder. */
const DROP_LEASES: UpgradeStep = {
  from: 3,
  run: (database) =>
    database.exec(`DROP TABLE batch; DROP TABLE lease; DROP TABLE taken; DROP TABLE paid; ${LEDGER_TABLES}`),
}

/**
 * `plan_number` counts the plans that a key has had: each begins with unspent credits. `change` numbers the changes
 * made to keys, so that a running service reads only those that are new to it.
 */
const SCHEMA = `
  ${LEDGER_TABLES};
  CREATE TABLE added (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    by_user TEXT
  ) STRICT;
  CREATE INDEX added_of_key ON added (key_id, plan_number);
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
  version: 4,
  pageBytes: 4096,
  schema: SCHEMA,
  steps: [DROP_LEASES],
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
