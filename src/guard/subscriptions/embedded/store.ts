import { join } from 'node:path'
import { FileStatements } from '../../../kit/store/file-statements.ts'
import { inSqlite, type Statements } from '../../../kit/store/statements.ts'
import type { StoreFormat } from '../../../kit/store/store-file.ts'
import { openStoreInFolder } from '../../../kit/store/store-folder.ts'
import { StoreWriter } from '../../../kit/store/store-writer.ts'
import type { Changing, SubscriptionStore } from '../subscription-store.ts'

/** Used OAuth codes, which are stored until they expire. */
const USED_CODE = `
  CREATE TABLE used_code (
    code_hash TEXT PRIMARY KEY,
    use_id TEXT NOT NULL,
    until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/**
 * `change` numbers the changes of searches, so that threads can read only new changes. `ended_search` contains recently
 * removed searches. A notification (`poke`) is being sent while its `lease` has not run out.
 */
const SCHEMA = `
  CREATE TABLE subscription_state (
    single INTEGER PRIMARY KEY CHECK (single = 1),
    change INTEGER NOT NULL,
    takes INTEGER NOT NULL DEFAULT 0,
    told_up_to INTEGER
  ) STRICT;
  INSERT INTO subscription_state (single, change) VALUES (1, 0);
  CREATE TABLE saved_search (
    search_id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    label TEXT,
    path TEXT NOT NULL,
    parameters TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    seen_up_to INTEGER NOT NULL,
    change INTEGER NOT NULL,
    feed TEXT UNIQUE
  ) STRICT;
  CREATE INDEX saved_search_of_key ON saved_search (key_id);
  CREATE INDEX saved_search_change ON saved_search (change, search_id);
  CREATE TABLE ended_search (
    change INTEGER NOT NULL,
    search_id TEXT NOT NULL,
    PRIMARY KEY (change, search_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE webhook (
    webhook_id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    search_id TEXT,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    secret_before TEXT,
    made_ms INTEGER NOT NULL,
    ended TEXT,
    host TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0,
    failing_since_ms INTEGER,
    last_failure TEXT,
    rest_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX webhook_of_key ON webhook (key_id);
  CREATE TABLE poke (
    poke_id TEXT PRIMARY KEY,
    webhook_id TEXT NOT NULL,
    search_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    made_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_ms INTEGER NOT NULL,
    lease TEXT,
    leased_until_ms INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX poke_due ON poke (next_attempt_ms);
  CREATE INDEX poke_of_webhook ON poke (webhook_id, search_id);
  CREATE INDEX poke_of_search ON poke (search_id);
  CREATE INDEX poke_lease ON poke (lease) WHERE lease IS NOT NULL;
  ${USED_CODE}
`

export const SUBSCRIPTIONS_FORMAT: StoreFormat = {
  noun: 'file of saved searches',
  files: 'subscriptions.sqlite*',
  applicationId: 0x506c_7375,
  version: 2,
  pageBytes: 4096,
  schema: SCHEMA,
  steps: [{ from: 1, run: (database) => database.exec(USED_CODE) }],
  older: 'use the Plat that made it',
}

export function subscriptionsPath(dataDir: string): string {
  return join(dataDir, 'subscriptions.sqlite')
}

/** How long a change waits for another program's lock. */
const LOCK_MS_MAX = 2000

/**
 * Subscriptions in a file. This thread only reads the file; another thread writes it, so that this thread never waits
 * for the disk.
 */
export class SubscriptionFile implements SubscriptionStore {
  readonly query: Statements['query']
  readonly #file: FileStatements
  readonly #writer: StoreWriter

  /** Creates a missing file. Throws like `openStoreInFolder`. */
  constructor(dataDir: string) {
    const path = subscriptionsPath(dataDir)
    const store = openStoreInFolder(dataDir, path, SUBSCRIPTIONS_FORMAT, true)
    this.#file = new FileStatements(store, path, SUBSCRIPTIONS_FORMAT)
    this.query = (text, values) => this.#file.query(text, values)
    this.#writer = new StoreWriter({ path, names: SUBSCRIPTIONS_FORMAT, durable: true })
  }

  async change(statements: readonly Changing[]): Promise<void> {
    const changes = statements.map(({ text, values = [] }) => ({ sql: inSqlite(text), rows: [values] }))
    await this.#writer.write(changes, LOCK_MS_MAX)
  }

  async close(): Promise<void> {
    await this.#writer.close()
    await this.#file.close()
  }
}
