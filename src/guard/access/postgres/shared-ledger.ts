import { randomUUID } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'
import type { DebitLine, LedgerLine, LedgerStore, LineResult, SharedRate } from '../ledger-store.ts'

const DEBIT = 'SELECT plat.debit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) AS results'
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
    const debits = debitsOfOneKey(lines)
    const results =
      (debits && (await this.#query('debit', DEBIT, [batch, ...debitValues(debits)]))) ??
      (await this.#query('ledger', WRITE, [batch, JSON.stringify(lines)])) ??
      []
    return 'used' in results ? resultsOf(debits ?? [], results) : results
  }

  async #query(name: string, text: string, values: readonly unknown[]): Promise<Results | null | undefined> {
    const statement = { name, text, values: [this.#id, ...values] }
    const [row] = await this.#database.query<{ results: Results | null }>(statement)
    return row?.results
  }

  /** Deletes the rows of nodes that have not written for a day, because they have ended. */
  async maintain(): Promise<void> {
    await this.#database.query({ name: 'ledger-forget', text: FORGET })
  }

  /** Does nothing: closing the keys closes the database. */
  close(): void {}
}

/** The results of a transaction, or of `plat.debit`: before the first debit, and after the last. */
type Results = readonly LineResult[] | { readonly used: number; readonly fullInMs: number }

/** A debit that counts toward the rate limit of its key. */
type RatedDebit = DebitLine & { readonly rate: SharedRate }

/** Returns the lines if all are debits of the same key without idempotency keys, otherwise undefined. */
function debitsOfOneKey(lines: readonly LedgerLine[]): readonly [RatedDebit, ...RatedDebit[]] | undefined {
  const accounts = lines.map((line) =>
    line.kind === 'debit' && line.id === undefined && line.rate !== undefined
      ? JSON.stringify({ ...line, operation: '', credits: 0 })
      : undefined,
  )
  const isOfOneKey = accounts[0] !== undefined && accounts.every((account) => account === accounts[0])
  return isOfOneKey ? (lines as readonly [RatedDebit, ...RatedDebit[]]) : undefined // as checked
}

function debitValues(debits: readonly [RatedDebit, ...RatedDebit[]]): readonly unknown[] {
  const [{ keyId, planNumber, first, end, limit, day, rate }] = debits
  const byOperation = Map.groupBy(debits, ({ operation }) => operation)
  const calls = Array.from(byOperation.values(), (some) => some.length)
  const credits = Array.from(byOperation.values(), sumOf)
  const rates = [debits.length * rate.intervalMs, rate.emptyMs]
  return [keyId, planNumber, first, end, limit, day, [...byOperation.keys()], calls, credits, sumOf(debits), ...rates]
}

function sumOf(debits: readonly RatedDebit[]): number {
  return debits.reduce((sum, { credits }) => sum + credits, 0)
}

function resultsOf(debits: readonly RatedDebit[], { used, fullInMs }: Exclude<Results, readonly LineResult[]>) {
  return debits.map(({ credits, rate }, i) => ({
    used: used + sumOf(debits.slice(0, i)),
    credits,
    fullInMs: fullInMs - (debits.length - 1 - i) * rate.intervalMs,
  }))
}
