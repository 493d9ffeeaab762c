import type { DatabaseSync } from 'node:sqlite'
import { Damage } from '../algorithms/row-sum.ts'

/** How much of a store has been read, in parts of about the same size. */
export interface Reading {
  readonly done: number
  readonly total: number
}

/** Checks the sums that a kind of store keeps: yields after every part, and returns problems, a sentence each. */
export type StoreSums = (database: DatabaseSync) => Generator<Reading, readonly string[]>

/** Limit on problems, because more would say nothing new. */
const FINDINGS_MAX = 20

/**
 * Reads all of a store: whether its trees are whole, whether every index fits its table, and its sums. Yields now and
 * then, so that the caller can report progress or rest; holds no transaction meanwhile. Returns a sentence for each
 * problem.
 */
export function* reading(database: DatabaseSync, sums?: StoreSums): Generator<Reading, readonly string[]> {
  const findings: string[] = []
  try {
    for (const table of ['sqlite_schema', ...tablesOf(database)]) {
      findings.push(...structureOf(database, table))
      yield { done: 0, total: 0 }
    }
    if (sums !== undefined) findings.push(...(yield* sums(database)))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    findings.push((error as Error).message) // as isUnreadable found
  }
  return findings.slice(0, FINDINGS_MAX)
}

/** Reads all of a store without a pause. */
export function checkAll(
  database: DatabaseSync,
  sums?: StoreSums,
  onProgress: (reading: Reading) => void = () => {},
): readonly string[] {
  const steps = reading(database, sums)
  for (;;) {
    const { value, done } = steps.next()
    if (done) return value
    onProgress(value)
  }
}

function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return rows.map(({ name }) => String(name))
}

/** With the first of SQLite's tables it also checks which pages are free. */
function structureOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`PRAGMA integrity_check('${table.replaceAll("'", "''")}')`).all()
  const lines = rows.flatMap((row) => Object.values(row).map(String)).flatMap((text) => text.split('\n'))
  return lines.filter((line) => line !== 'ok').map((line) => `in ${table}: ${line}`)
}

/** Whether a row held a whole number that is none of JavaScript's: nobody writes such, but a flipped bit makes them. */
export function isBeyondNumbers(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ERR_OUT_OF_RANGE' && message?.startsWith('Value is too large to be represented') === true
}

/** SQLite's codes for what it cannot read, a disk that fails included: see `store-fault.ts`. */
const UNREADABLE: ReadonlySet<number> = new Set([1, 10, 11, 26])

function isUnreadable(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return error instanceof Damage || isBeyondNumbers(error) || (errcode !== undefined && UNREADABLE.has(errcode & 0xff))
}
