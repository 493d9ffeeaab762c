import type { DatabaseSync } from 'node:sqlite'
import { inSqlite, type Statements } from '../../../kit/store/statements.ts'
import type { BesideStore, KeyStore } from '../key-store.ts'
import { guardedStore } from './store.ts'

type Values = Parameters<Statements['query']>[1]

/** The keys in `access.sqlite`, which may be open for reading only. */
export class KeyFile implements KeyStore {
  readonly lastUsed = 'key.last_used_ms'
  readonly additionNumber = 'rowid'
  readonly revocations: BesideStore
  readonly #store: DatabaseSync
  readonly #path: string
  /** Resolves after the last change so far: others of this connection would see what it has not committed. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(store: DatabaseSync, path: string, revocations: BesideStore) {
    this.#store = store
    this.#path = path
    this.revocations = revocations
  }

  async query<Row extends object>(text: string, values?: Values): Promise<readonly Row[]> {
    await this.#turn
    return this.#run(text, values)
  }

  change<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    const changed = this.#turn.then(() => this.#inTransaction(change))
    this.#turn = changed.catch(() => {}) // the caller is told
    return changed
  }

  async close(): Promise<void> {
    await this.#turn
    if (this.#store.isOpen) this.#store.close()
  }

  async #inTransaction<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    this.#exec('BEGIN IMMEDIATE')
    try {
      const result = await change({ query: async (text, values) => this.#run(text, values) })
      this.#exec('COMMIT')
      return result
    } catch (error) {
      if (this.#store.isTransaction) this.#store.exec('ROLLBACK') // a full disk has rolled it back already
      throw error
    }
  }

  #exec(sql: string): void {
    guardedStore(this.#path, () => this.#store.exec(sql))
  }

  #run(text: string, values: Values = []): readonly never[] {
    const rows = guardedStore(this.#path, () => this.#store.prepare(inSqlite(text)).all(...values))
    return rows.map((row) => ({ ...row })) as readonly object[] as readonly never[] // rows as the statement selects them, from STRICT tables
  }
}
