import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../../kit/store/store-fault.ts'
import type { StoreFormat } from '../../../kit/store/store-file.ts'
import { openStoreInFolder } from '../../../kit/store/store-folder.ts'

/** Random bytes, as many as asked for. */
export type Randomness = (sizeBytes: number) => Uint8Array

const SECRET_BYTES = 32

const KEYED_HOMES = 'CREATE TABLE keyed_home (id INTEGER PRIMARY KEY) STRICT;'

/**
 * `secret` keys the marks, so that nobody can tell from a copy of the marks alone whether a name is among them.
 * `keyed_home` holds the ids of homes whose address was withheld when they first came. The audit log refuses to be changed
 * by anybody who goes through SQLite.
 */
const SCHEMA = `
  ${KEYED_HOMES}
  CREATE TABLE secret (bytes BLOB NOT NULL) STRICT;
  CREATE TABLE suppression (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id TEXT UNIQUE,
    erased INTEGER NOT NULL,
    since_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE mark (
    number INTEGER NOT NULL REFERENCES suppression (number),
    address INTEGER NOT NULL,
    name TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (number, mark)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    label TEXT NOT NULL,
    operation TEXT NOT NULL,
    subject TEXT NOT NULL,
    request_id TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
  CREATE TRIGGER audit_is_not_cut BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
`

export const PEOPLE_FORMAT: StoreFormat = {
  noun: 'file of withheld people and the audit log',
  files: 'people.sqlite*',
  applicationId: 0x506c_7070,
  version: 2,
  pageBytes: 4096,
  schema: SCHEMA,
  steps: [{ from: 1, run: (database) => database.exec(KEYED_HOMES) }],
  older: 'use the Plat that made it',
}

export function peoplePath(dataDir: string): string {
  return join(dataDir, 'people.sqlite')
}

/** Opens `people.sqlite` in a data folder, making it where there is none; throws as `openStoreInFolder` does. */
export function openPeopleStore(dataDir: string, durable: boolean, randomness: Randomness): DatabaseSync {
  return openStoreInFolder(dataDir, peoplePath(dataDir), PEOPLE_FORMAT, durable, (store) => {
    store.prepare('INSERT INTO secret (bytes) VALUES (?)').run(randomness(SECRET_BYTES))
  })
}

/** Runs `work`, turning what the disk or the file did wrong into a CommandFault of one sentence. */
export function guardedPeople<T>(path: string, work: () => T): T {
  return guarded(path, PEOPLE_FORMAT, work)
}

export function secretOf(store: DatabaseSync): Uint8Array {
  const bytes = store.prepare('SELECT bytes FROM secret').get()?.bytes
  if (bytes instanceof Uint8Array) return bytes
  throw new Error('the file of withheld people has no secret')
}
