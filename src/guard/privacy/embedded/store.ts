import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Randomness } from '../../../kit/algorithms/randomness.ts'
import type { Clock } from '../../../kit/base/clock.ts'
import type { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { inBackground } from '../../../kit/store/background.ts'
import { FileStatements } from '../../../kit/store/file-statements.ts'
import type { StoreFormat } from '../../../kit/store/store-file.ts'
import { openStoreInFolder } from '../../../kit/store/store-folder.ts'
import { StoreWriter } from '../../../kit/store/store-writer.ts'
import { Trouble } from '../../../kit/store/trouble.ts'
import { type PeopleStore, SECRET_BYTES, type StoredEntry } from '../people-store.ts'

const KEYED_HOMES = 'CREATE TABLE keyed_home (id INTEGER PRIMARY KEY) STRICT;'

/**
 * `secret` is the key of the hashes in `mark`. Without it, a copy of the table does not reveal which names it contains.
 * `keyed_home` has the ids of homes whose address was withheld at their first import. Triggers refuse changes of the
 * audit log.
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
  noun: 'file of hidden people and the audit log',
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

/** Opens `people.sqlite` in a data folder; creates a missing file. Throws like `openStoreInFolder`. */
export function openPeopleFile(dataDir: string, randomness: Randomness): DatabaseSync {
  return openStoreInFolder(dataDir, peoplePath(dataDir), PEOPLE_FORMAT, true, (store) => {
    store.prepare('INSERT INTO secret (bytes) VALUES (?)').run(randomness(SECRET_BYTES))
  })
}

/** Returns the secret of a data folder; creates it if it is missing. */
export function makeSecret(dataDir: string, randomness: Randomness): Uint8Array {
  const store = openPeopleFile(dataDir, randomness)
  try {
    return store.prepare('SELECT bytes FROM secret').get()?.bytes as Uint8Array // the table has one row, and `bytes` is a BLOB
  } finally {
    store.close()
  }
}

/** How often to check whether the list of withheld people has changed. */
const REFRESH_MS = 250
/** How long writing an audit entry waits for another program's lock. */
const LOCK_MS_MAX = 5000

/**
 * The list of withheld people and the audit log, in a file. This thread only reads the file; another thread writes
 * audit entries.
 */
export class PeopleFile extends FileStatements implements PeopleStore {
  /** At least one of these numbers changes with every change of the list. None changes with an audit entry. */
  readonly state = `
    SELECT bytes AS secret, json_array(
      (SELECT seq FROM sqlite_sequence WHERE name = 'suppression'), (SELECT count(*) FROM suppression),
      (SELECT sum(erased) FROM suppression), (SELECT count(*) FROM mark)) AS change FROM secret`
  readonly auditOrder = 'number'
  readonly auditAfter = 'number > $2'
  readonly #writer: StoreWriter
  #following: NodeJS.Timeout | undefined

  constructor(store: DatabaseSync, path: string) {
    super(store, path, PEOPLE_FORMAT)
    this.#writer = new StoreWriter({ path, names: PEOPLE_FORMAT, durable: true })
  }

  follow(look: () => Promise<void>, log: Log, consequence: string): void {
    this.store.exec('PRAGMA busy_timeout = 0') // this connection reads for a thread that answers calls, which must never wait for a lock
    const version = this.store.prepare('PRAGMA data_version')
    let seen: unknown
    const lookIfChanged = () => {
      const now = version.get()?.data_version
      if (now === seen) return undefined
      return look().then(() => {
        seen = now
      })
    }
    this.#following = inBackground(lookIfChanged, REFRESH_MS, {
      path: this.path,
      names: PEOPLE_FORMAT,
      log,
      consequence,
    })
  }

  append(entry: StoredEntry): Promise<CommandFault | undefined> {
    const sql = 'INSERT INTO audit (at_ms, key_id, label, operation, subject, request_id) VALUES (?, ?, ?, ?, ?, ?)'
    return this.#writer.write([{ sql, rows: [entry] }], LOCK_MS_MAX)
  }

  async clockOf(own: Clock): Promise<Clock> {
    return own
  }

  trouble(log: Log, consequence: string): Trouble {
    return new Trouble(this.path, log, consequence)
  }

  override async close(): Promise<void> {
    clearInterval(this.#following)
    await this.#writer.close()
    await super.close()
  }
}
