import { randomUUID } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'
import type { LedgerLine, LedgerStore, LineResult } from '../ledger-store.ts'

const WRITE = 'SELECT plat.write_ledger($1, $2, $3) AS results'
const FORGET = `DELETE FROM plat.ledger WHERE written < clock_timestamp() - interval '1 day'`

/** The credits in a database that nodes share. */
export class SharedLedger implements LedgerStore {
  readonly isShared = true
  readonly #database: Database
  /** Identifies this node's ledger in the database. */
  readonly #id = randomUUID()

  constructor(database: Database) {
    this.#database = database
  }

  async write(batch: number, lines: readonly LedgerLine[]): Promise<readonly LineResult[]> {
    const values = [this.#id, batch, JSON.stringify(lines)]
    const [row] = await this.#database.query<{ results: readonly LineResult[] }>({
      name: 'ledger',
      text: WRITE,
      values,
    })
    return row?.results ?? []
  }

  /** Deletes the rows of nodes that have not written for a day, because they have ended. */
  async maintain(): Promise<void> {
    await this.#database.query({ name: 'ledger-forget', text: FORGET })
  }

  /** Does nothing: closing the keys closes the database. */
  close(): void {}
}
