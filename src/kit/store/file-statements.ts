import type { DatabaseSync } from 'node:sqlite'
import { inSqlite, type Statements } from './statements.ts'
import { guarded, type StoreNames } from './store-fault.ts'

type Values = Parameters<Statements['query']>[1]

/**
 * Runs statements on an open file. Changes run one after the other. Every method rejects with a CommandFault of one
 * sentence if the file cannot be read or written.
 */
export class FileStatements implements Statements {
  protected readonly store: DatabaseSync
  protected readonly path: string
  readonly #names: StoreNames
  /**
   * Resolves when the latest change is done. Statements wait for it, because on this connection they would see
   * uncommitted changes.
   */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(store: DatabaseSync, path: string, names: StoreNames) {
    this.store = store
    this.path = path
    this.#names = names
  }

  async query<Row extends object>(text: string, values?: Values): Promise<readonly Row[]> {
    await this.#turn
    return this.#run(text, values)
  }

  /** Runs all of `change` or nothing, without other changes of the file in between. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    const changed = this.#turn.then(() => this.#inTransaction(change))
    this.#turn = changed.catch(() => {}) // the caller gets the error, not the next change
    return changed
  }

  async close(): Promise<void> {
    await this.#turn
    if (this.store.isOpen) this.store.close()
  }

  async #inTransaction<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    this.#exec('BEGIN IMMEDIATE')
    try {
      const result = await change({ query: async (text, values) => this.#run(text, values) })
      this.#exec('COMMIT')
      return result
    } catch (error) {
      if (this.store.isTransaction) this.store.exec('ROLLBACK') // SQLite has already rolled back if the disk is full
      throw error
    }
  }

  #exec(sql: string): void {
    guarded(this.path, this.#names, () => this.store.exec(sql))
  }

  #run(text: string, values: Values = []): readonly never[] {
    const rows = guarded(this.path, this.#names, () => this.store.prepare(inSqlite(text)).all(...values))
    // STRICT tables guarantee the types that the statement selects
    return rows.map((row) => ({ ...row })) as readonly object[] as readonly never[]
  }
}
