import { randomUUID } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'
import type { LedgerLine, LedgerStore, LineResult } from '../ledger-store.ts'

const DEBIT = 'SELECT plat.debit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS results'
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
    const values = debitValues(lines)
    const debited = values && (await this.#query('debit', DEBIT, [batch, ...values]))
    return debited ?? (await this.#query('ledger', WRITE, [batch, JSON.stringify(lines)])) ?? []
  }

  async #query(
    name: string,
    text: string,
    values: readonly unknown[],
  ): Promise<readonly LineResult[] | null | undefined> {
    const statement = { name, text, values: [this.#id, ...values] }
    const [row] = await this.#database.query<{ results: readonly LineResult[] | null }>(statement)
    return row?.results
  }

  /** Deletes the rows of nodes that have not written for a day, because they have ended. */
  async maintain(): Promise<void> {
    await this.#database.query({ name: 'ledger-forget', text: FORGET })
  }

  /** Does nothing: closing the keys closes the database. */
  close(): void {}
}

/** Returns the values for `plat.debit` if the lines are equal debits without an idempotency key. */
function debitValues(lines: readonly LedgerLine[]): readonly unknown[] | undefined {
  const [line] = lines
  if (line?.kind !== 'debit' || line.id !== undefined || line.rate === undefined) return undefined
  const text = JSON.stringify(line)
  if (!lines.every((each) => each === line || JSON.stringify(each) === text)) return undefined
  const { keyId, planNumber, first, end, limit, day, operation, credits, rate } = line
  return [keyId, planNumber, first, end, limit, day, operation, credits, lines.length, rate.intervalMs, rate.emptyMs]
}
