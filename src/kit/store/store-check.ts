import type { DatabaseSync } from 'node:sqlite'
import { Damage } from '../algorithms/row-sum.ts'

/** How much of a store has been read, in parts of about equal size. */
export interface Reading {
  readonly done: number
  readonly total: number
}

export type OnReading = (reading: Reading) => void

/** Checks all rows of a store by their checksums. Returns one sentence per problem. */
export type RowCheck = (database: DatabaseSync, onProgress: OnReading) => readonly string[]

/** Maximum number of reported problems. More would not help anyone. */
const FINDINGS_MAX = 20

/**
 * Reads a whole store and checks its trees, its rows, and whether each index fits its table. Returns one sentence per
 * problem. If others may write, the caller must have begun a transaction.
 */
export function checkAll(
  database: DatabaseSync,
  checkRows?: RowCheck,
  onProgress: OnReading = () => {},
): readonly string[] {
  const findings: string[] = []
  try {
    for (const table of ['sqlite_schema', ...tablesOf(database)]) {
      findings.push(...structureOf(database, table))
      onProgress({ done: 0, total: 0 })
    }
    if (checkRows !== undefined) findings.push(...checkRows(database, onProgress))
  } catch (error) {
    if (!isUnreadable(error)) throw error
    findings.push((error as Error).message) // `isUnreadable` is true only for errors
  }
  return findings.slice(0, FINDINGS_MAX)
}

function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  return rows.map(({ name }) => String(name))
}

/** Checks the structure of a table. For the first of SQLite's tables, the check includes the free pages. */
function structureOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`PRAGMA integrity_check('${table.replaceAll("'", "''")}')`).all()
  const lines = rows.flatMap((row) => Object.values(row).map(String)).flatMap((text) => text.split('\n'))
  return lines.filter((line) => line !== 'ok').map((line) => `in ${table}: ${line}`)
}

/**
 * Whether a row had a whole number that JavaScript cannot represent. Plat never writes such numbers, but flipped bits
 * create them.
 */
export function isBeyondNumbers(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === 'ERR_OUT_OF_RANGE' && message?.startsWith('Value is too large to be represented') === true
}

/** SQLite's codes for unreadable data, including disk failures: see `store-fault.ts`. */
const UNREADABLE: ReadonlySet<number> = new Set([1, 10, 11, 26])

function isUnreadable(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return error instanceof Damage || isBeyondNumbers(error) || (errcode !== undefined && UNREADABLE.has(errcode & 0xff))
}
