import { randomUUID } from 'node:crypto'
import type { Database } from '../../../kit/postgres/database.ts'
import type { DebitLine, LedgerLine, LedgerStore, LineResult, SharedRate } from '../ledger-store.ts'

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
    const debits = lines.every(isSimple) && lines.every((line) => isAlike(line, lines[0])) ? lines : []
    const written = debits[0] && (await this.#debit(batch, debits[0], debits))
    const results = written ?? (await this.#query<Results>('ledger', WRITE, [batch, JSON.stringify(lines)])) ?? []
    return 'used' in results ? resultsOf(debits, results) : results
  }

  /** Makes debits that differ only in their credits. Returns null if `write_ledger` must write them. */
  #debit(batch: number, first: SimpleDebit, debits: readonly SimpleDebit[]): Promise<DebitsResult | null | undefined> {
    const { keyId, planNumber, first: firstDay, end, limit, day, operation, rate } = first
    const calls = debits.length
    const credits = debits.reduce((sum, debit) => sum + debit.credits, 0)
    const rates = [calls * rate.intervalMs, rate.emptyMs]
    const values = [batch, keyId, planNumber, firstDay, end, limit, day, operation, calls, credits, ...rates]
    return this.#query<DebitsResult | null>('debit', DEBIT, values)
  }

  async #query<R>(name: string, text: string, values: readonly unknown[]): Promise<R | undefined> {
    const [row] = await this.#database.query<{ results: R }>({ name, text, values: [this.#id, ...values] })
    return row?.results
  }

  /** Deletes the rows of nodes that have not written for a day, because they have ended. */
  async maintain(): Promise<void> {
    await this.#database.query({ name: 'ledger-forget', text: FORGET })
  }

  /** Does nothing: closing the keys closes the database. */
  close(): void {}
}

/** A debit that needs no idempotency key. */
type SimpleDebit = DebitLine & { readonly rate: SharedRate }

function isSimple(line: LedgerLine): line is SimpleDebit {
  return line.kind === 'debit' && line.id === undefined && line.rate !== undefined
}

function isAlike(debit: SimpleDebit, other: SimpleDebit | undefined): boolean {
  return debit === other || JSON.stringify({ ...debit, credits: 0 }) === JSON.stringify({ ...other, credits: 0 })
}

/** The credits spent before the first of several debits, and the milliseconds until a full burst after the last. */
interface DebitsResult {
  readonly used: number
  readonly fullInMs: number
}

/** The results of a transaction. A transaction that `plat.debit` has stored and that is sent again has one for all. */
type Results = readonly LineResult[] | DebitsResult

function resultsOf(debits: readonly SimpleDebit[], { used, fullInMs }: DebitsResult): readonly LineResult[] {
  let usedBefore = used
  return debits.map(({ credits, rate }, i) => {
    const result = { used: usedBefore, credits, fullInMs: fullInMs - (debits.length - 1 - i) * rate.intervalMs }
    usedBefore += credits
    return result
  })
}
