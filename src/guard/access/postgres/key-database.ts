import type { Database } from '../../../kit/postgres/database.ts'
import { statementsOf } from '../../../kit/postgres/statements.ts'
import type { Statements } from '../../../kit/store/statements.ts'
import type { KeyStore } from '../key-store.ts'

/** Lock for changes to keys. Changes run one at a time, so that change numbers are in commit order. */
const LOCK = 0x506c_6b79

/** The keys in the database that all nodes share. */
export class KeyDatabase implements KeyStore {
  readonly query: Statements['query']
  readonly #database: Database
  readonly #onClose: () => Promise<void>

  /** @param onClose Called when the keys are closed. */
  constructor(database: Database, onClose: () => Promise<void> = async () => {}) {
    this.query = statementsOf(database).query
    this.#database = database
    this.#onClose = onClose
  }

  change<T>(change: (within: Statements) => Promise<T>): Promise<T> {
    return this.#database.inTransaction(async (connection) => {
      await connection.run(`SELECT pg_advisory_xact_lock(${LOCK})`)
      return change(statementsOf(connection))
    })
  }

  async close(): Promise<void> {
    await this.#onClose()
  }
}
