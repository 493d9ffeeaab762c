import type { DatabaseSync } from 'node:sqlite'
import { Damage, type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import { FACT_KINDS } from '../../model/market-facts.ts'
import { DEAL_COLUMNS } from '../agents/deals.ts'
import { ENTRY_COLUMNS } from '../facts/entries.ts'
import { NOUNS } from '../ports/nouns.ts'
import { CHANGING_NOUNS } from '../ports/record-pages.ts'
import { meta, setMeta } from './meta.ts'
import { changeTable, factTable } from './schema.ts'

/** Tables whose rows are counted when a change is committed. The tables of records are counted as they are written. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  arrays: ['name', 'bytes'],
  ...Object.fromEntries(FACT_KINDS.map((kind) => [factTable(kind), ['place', 'bytes']])),
  agent_deal: DEAL_COLUMNS,
  address_book: ['entry', ...ENTRY_COLUMNS],
  person_address: ENTRY_COLUMNS,
  source_home: ['id', 'home', 'record'],
  home_ruling: ['one', 'other', 'verdict'],
  estimator: ['market', 'kind', 'day', 'sales', 'bytes', 'backtest'],
  ...Object.fromEntries(CHANGING_NOUNS.map((noun) => [changeTable(noun), ['sequence', 'id', 'is_gone']])),
  change_log: ['sequence', 'noun', 'id', 'kinds', 'undo'],
}

/**
 * Tables with a checksum per row, and the columns that the checksum covers. `building_line` and `place_region` have no
 * checksums, but a full check compares each table with its index. `home_key`, `address_word`, `agent_term`, `home_owner` and
 * `owner_term` need no checksums, because they only suggest candidates, which are then checked.
 */
export const SUMMED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(NOUNS.map((noun) => [noun, ['id', 'record']])),
  meta: ['name', 'value'],
  ...COUNTED,
}

/** Row of the table `meta`: the number of records of each type. */
export const RECORD_COUNTS = 'counts'

/** Row of the table `meta`: the number of rows of every other counted table. */
const ROW_COUNTS = 'rows'

/**
 * Stores the number of rows of each table, so that a check notices missing rows. Call this before a change is
 * committed.
 */
export function storeRowCounts(database: DatabaseSync): void {
  const counts = Object.keys(COUNTED).map((table) => [table, rowsIn(database, table)])
  setMeta(database, ROW_COUNTS, JSON.stringify(Object.fromEntries(counts)))
}

/** Counts the rows of a table. SQLite reads only an index if the table has one. */
export function rowsIn(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
}

/** Maximum sizes of batches, so that a batch of large rows still fits into memory. */
const ROWS_AT_ONCE = 256
const LARGE_ROWS_AT_ONCE = 4
const OF_LARGE_ROWS: ReadonlySet<string> = new Set(['arrays', 'estimator'])

/** Reads every row of the tables with checksums. Returns a sentence for each problem found. */
export function checkRows(database: DatabaseSync, onProgress: OnReading): readonly string[] {
  const expected: Readonly<Record<string, number>> = {
    ...JSON.parse(meta(database, RECORD_COUNTS) ?? '{}'),
    ...JSON.parse(meta(database, ROW_COUNTS) ?? '{}'),
  }
  const findings: string[] = []
  const total = Object.values(expected).reduce((sum, rows) => sum + rows, 0)
  let done = 0
  for (const [table, columns] of Object.entries(SUMMED)) {
    let [rows, wrong] = [0, 0]
    for (const batch of batchesOf(database, table, columns)) {
      for (const row of batch) {
        const values = columns.map((column) => row[column] as RowValue) // the schema guarantees the types
        if (rowSum(table, values) !== row.sum) wrong++
      }
      rows += batch.length
      done += batch.length
      onProgress({ done, total: Math.max(done, total) })
    }
    const expectedRows = expected[table] ?? rows
    if (wrong > 0) findings.push(`in ${table}: wrong checksums in ${wrong} of ${rows} rows`)
    if (rows !== expectedRows) findings.push(`in ${table}: ${rows} rows instead of ${expectedRows}`)
  }
  return findings
}

/** Yields batches in order of rowid, so that a row in the wrong order is noticed. */
function* batchesOf(database: DatabaseSync, table: string, columns: readonly string[]) {
  const limit = OF_LARGE_ROWS.has(table) ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE
  const select = database.prepare(
    `SELECT rowid AS at, ${columns.join(', ')}, sum FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${limit}`,
  )
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = select.all(last)
    if (rows.length === 0) return
    const end = Number(rows.at(-1)?.at)
    if (end <= last) throw new Damage(`the rows of ${table} are out of order`)
    last = end
    yield rows
  }
}
