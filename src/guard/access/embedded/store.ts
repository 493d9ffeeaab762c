import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../../kit/store/store-fault.ts'
import { openStoreFile, type StoreFormat, versionIn } from '../../../kit/store/store-file.ts'
import { checkFolder, openStoreInFolder } from '../../../kit/store/store-folder.ts'
import { folderTaken, ownerOf } from './folder-owner.ts'
import { fromFormat4, LOGS_OF_FORMAT_4 } from './format-4.ts'

/**
 * The same tables as in PostgreSQL (postgres/migrations). `plan_number` counts a key's plans; each plan starts with
 * unspent credits. `change` is the `key_change` row of a key's last change. `spent` sums `usage` by day.
 */
const SCHEMA_5 = `
  CREATE TABLE key (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    plan TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    plan_since_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    revoked_ms INTEGER,
    change INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX key_by_change ON key (change);
  CREATE TABLE key_change (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL
  ) STRICT;
  CREATE TABLE key_use (
    key_id TEXT PRIMARY KEY,
    last_used_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE secret (
    sha256 TEXT PRIMARY KEY,
    key_id TEXT NOT NULL REFERENCES key (id),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX secret_of_key ON secret (key_id);
  CREATE TABLE added (
    number INTEGER PRIMARY KEY,
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    by_user TEXT
  ) STRICT;
  CREATE INDEX added_of_key ON added (key_id, plan_number);
  CREATE TABLE usage (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    calls INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (key_id, plan_number, day, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spent (
    key_id TEXT NOT NULL,
    plan_number INTEGER NOT NULL,
    day TEXT NOT NULL,
    credits INTEGER NOT NULL,
    PRIMARY KEY (key_id, plan_number, day)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE paid (
    name TEXT PRIMARY KEY,
    until_ms INTEGER NOT NULL,
    open INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    key_id TEXT,
    plan_number INTEGER,
    day TEXT,
    operation TEXT,
    credits INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX paid_until ON paid (until_ms)
`

/** Format 6 adds the limits of keys as JSON, and the log of changes to keys. */
const LIMITS_AND_EVENTS = `
  ALTER TABLE key ADD COLUMN limits TEXT;
  CREATE TABLE key_event (
    number INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT NOT NULL,
    by_user TEXT NOT NULL
  ) STRICT
`

export const ACCESS_FORMAT: StoreFormat = {
  noun: 'key file',
  files: 'access.sqlite*',
  applicationId: 0x506c6163,
  version: 6,
  pageBytes: 4096,
  schema: `${SCHEMA_5}; ${LIMITS_AND_EVENTS}`,
  steps: [fromFormat4(SCHEMA_5), { from: 5, run: (database) => database.exec(LIMITS_AND_EVENTS) }],
  older: 'use the Plat that made it',
}

/**
 * Opens `access.sqlite` in a data folder; creates a missing file. Throws a CommandFault and changes nothing if the
 * folder is inaccessible, or if the file is damaged, of a newer version or not a key file.
 * @param durable Whether each change waits until it is on the disk.
 * @param isOwner Whether the caller owns the folder. Other callers must not upgrade an older file while a service runs.
 */
export function openStore(dataDir: string, durable: boolean, isOwner = false): DatabaseSync {
  const path = storePath(dataDir)
  checkFolder(dataDir)
  if (!isOwner && existsSync(path) && versionIn(path, ACCESS_FORMAT) < ACCESS_FORMAT.version) {
    if (ownerOf(dataDir) !== undefined) throw folderTaken(dataDir)
  }
  const store = openStoreInFolder(dataDir, path, ACCESS_FORMAT, durable)
  rmSync(join(dataDir, LOGS_OF_FORMAT_4), { recursive: true, force: true })
  return store
}

/** Opens the `access.sqlite` of a running service for reading. Throws a CommandFault. */
export function openStoreForReading(dataDir: string): DatabaseSync {
  return openStoreFile(storePath(dataDir), ACCESS_FORMAT, { readOnly: true })
}

/** Runs `work`. Turns errors of the disk or the file into a CommandFault. */
export function guardedStore<T>(path: string, work: () => T): T {
  return guarded(path, ACCESS_FORMAT, work)
}

export function storePath(dataDir: string): string {
  return join(dataDir, 'access.sqlite')
}
