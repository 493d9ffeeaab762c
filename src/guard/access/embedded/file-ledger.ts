import { open } from 'node:fs/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { DebitLine, LedgerLine, LedgerStore, LineResult, UsageLine } from '../ledger-store.ts'
import { guardedStore } from './store.ts'

const NONE: LineResult = { used: 0, credits: undefined }

/** Calls that share an idempotency key: how many are unfinished, whether any was answered, and the debit that pays. */
interface PaidRow extends UsageLine {
  readonly open: number
  readonly answered: number
}

/** The credits in the key file of a data folder. Nothing else may use the connection. */
export class FileLedger implements LedgerStore {
  readonly isShared = false
  readonly #store: DatabaseSync
  readonly #path: string
  readonly #statements: ReturnType<typeof statementsOf>
  /** Whether anything was written since the last `maintain`. */
  #hasUnsyncedWrites = false

  constructor(store: DatabaseSync, path: string) {
    store.exec('PRAGMA busy_timeout = 0') // Fail immediately if the file is locked: the caller does other work and retries.
    this.#store = store
    this.#path = path
    this.#statements = statementsOf(store)
  }

  /** Ignores the batch number, because SQLite rolls back a write that throws. */
  write(_batch: number, lines: readonly LedgerLine[]): readonly LineResult[] {
    const results = this.#inTransaction(() => lines.map((line) => this.#apply(line)))
    this.#hasUnsyncedWrites = true
    return results
  }

  /** Syncs the log to the disk, so that all writes survive a power failure. Takes some milliseconds. */
  async maintain(): Promise<void> {
    if (!this.#hasUnsyncedWrites) return
    this.#hasUnsyncedWrites = false
    const log = await open(`${this.#path}-wal`, 'r') // safe to close, because SQLite has no lock on this file
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }

  close(): void {
    if (this.#store.isOpen) this.#store.close()
  }

  #inTransaction<T>(work: () => T): T {
    const { begin, commit } = this.#statements
    return guardedStore(this.#path, () => {
      begin.run()
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        if (this.#store.isTransaction) this.#store.exec('ROLLBACK')
        throw error
      }
    })
  }

  #apply(line: LedgerLine): LineResult {
    if (line.kind === 'debit') return this.#debit(line)
    if (line.kind === 'refund') this.#refund(line, line.calls)
    else if (line.kind === 'end') this.#end(line.name, line.cost)
    else if (line.kind === 'use') this.#statements.touch.run(line.keyId, line.atMs)
    return NONE
  }

  #debit({ keyId, planNumber, first, end, limit, day, operation, credits: price, id }: DebitLine): LineResult {
    const { spent, spend, use, isPaid, join, pay } = this.#statements
    const isFree = id !== undefined && isPaid.get(id.name, id.nowMs) !== undefined
    const used = Number(spent.get(keyId, planNumber, first, end)?.credits)
    const credits = isFree ? 0 : price
    if (credits > Math.max(0, limit - used)) return { used, credits: undefined }
    if (credits > 0) spend.run(keyId, planNumber, day, credits)
    use.run(keyId, planNumber, day, operation, 1, credits)
    if (isFree) join.run(id.name)
    else if (id !== undefined) pay.run(id.name, id.untilMs, keyId, planNumber, day, operation, credits)
    return { used, credits }
  }

  #refund({ keyId, planNumber, day, operation, credits }: UsageLine, calls: number): void {
    const { spend, use, forgetUse } = this.#statements
    if (credits > 0) spend.run(keyId, planNumber, day, -credits)
    use.run(keyId, planNumber, day, operation, -calls, -credits)
    if (calls > 0) forgetUse.run(keyId, planNumber, day, operation)
  }

  #end(name: string, cost: number | null): void {
    const { readPaid, endPaid, forgetPaid } = this.#statements
    const row = readPaid.get(name) as unknown as PaidRow | undefined // has the selected columns
    if (row === undefined) return
    const isFirstAnswer = cost !== null && row.answered === 0
    const isInVain = cost === null && row.answered === 0 && row.open === 1
    const spare = isFirstAnswer ? row.credits - cost : isInVain ? row.credits : 0
    if (spare > 0) this.#refund({ ...row, credits: spare }, 0)
    if (isInVain) forgetPaid.run(name)
    else endPaid.run(cost === null ? 0 : 1, Math.max(0, spare), name)
  }
}

function statementsOf(store: DatabaseSync) {
  const prepare = (text: string): StatementSync => store.prepare(text)
  return {
    begin: prepare('BEGIN IMMEDIATE'),
    commit: prepare('COMMIT'),
    spent: prepare(`SELECT coalesce(sum(credits), 0) AS credits FROM spent
      WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?`),
    spend: prepare(`INSERT INTO spent (key_id, plan_number, day, credits) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET credits = credits + excluded.credits`),
    use: prepare(`INSERT INTO usage (key_id, plan_number, day, operation, calls, credits) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`),
    forgetUse: prepare(`DELETE FROM usage
      WHERE key_id = ? AND plan_number = ? AND day = ? AND operation = ? AND calls = 0 AND credits = 0`),
    isPaid: prepare('SELECT 1 AS paid FROM paid WHERE name = ? AND until_ms > ?'),
    join: prepare('UPDATE paid SET open = open + 1 WHERE name = ?'),
    pay: prepare(`INSERT OR REPLACE INTO paid
      (name, until_ms, open, answered, key_id, plan_number, day, operation, credits) VALUES (?, ?, 1, 0, ?, ?, ?, ?, ?)`),
    readPaid: prepare(`SELECT open, answered, key_id AS keyId, plan_number AS planNumber, day, operation, credits
      FROM paid WHERE name = ?`),
    endPaid: prepare(`UPDATE paid SET open = open - 1, answered = max(answered, ?), credits = credits - ?
      WHERE name = ?`),
    forgetPaid: prepare('DELETE FROM paid WHERE name = ?'),
    touch: prepare(`INSERT INTO key_use (key_id, last_used_ms) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET last_used_ms = max(last_used_ms, excluded.last_used_ms)`),
  }
}
