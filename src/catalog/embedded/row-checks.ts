import type { DatabaseSync } from 'node:sqlite'
import { Damage, type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import type { OnReading } from '../../kit/store/store-check.ts'
import { FACT_KINDS } from '../../model/market-facts.ts'
import { DEAL_COLUMNS } from '../agents/deals.ts'
import { NOUNS } from '../ports/nouns.ts'
import { CHANGING_NOUNS } from '../ports/record-pages.ts'
import { meta, setMeta } from './meta.ts'
import { changeTable, factTable } from './schema.ts'

/** Columns of an entry of the address books, in order. */
export const ENTRY_COLUMNS: readonly string[] = [
  'id',
  'kind',
  'display',
  'house_number',
  'street',
  'pre_direction',
  'suffix',
  'post_direction',
  'unit',
  'city',
  'state',
  'zipcode',
]

/** Tables that are counted when a change is committed. The rows of records are counted while they are written. */
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
 * Tables whose rows carry a checksum, with the columns it covers. Of the others, `building_line` and `place_region` are
 * stored twice, once by key and once in an index, and a full check compares the two; `home_key` only says which homes
 * are worth comparing, `address_word` which words are worth trying, and `agent_term` which agents are found.
 */
export const SUMMED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(NOUNS.map((noun) => [noun, ['id', 'record']])),
  meta: ['name', 'value'],
  ...COUNTED,
}

/** Row of `meta`: the number of rows by noun. */
export const RECORD_COUNTS = 'counts'

/** Row of `meta`: the number of rows of each other table. */
const ROW_COUNTS = 'rows'

/** Counts the rows of tables, so that a check notices one that is missing. Call it before a change is committed. */
export function storeRowCounts(database: DatabaseSync): void {
  const counts = Object.keys(COUNTED).map((table) => [table, rowsIn(database, table)])
  setMeta(database, ROW_COUNTS, JSON.stringify(Object.fromEntries(counts)))
}

/** Counts the rows of a table. SQLite reads an index if the table has one. */
export function rowsIn(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
}

/** Batch sizes: small enough to be held in memory, even for tables of large rows. */
const ROWS_AT_ONCE = 256
const LARGE_ROWS_AT_ONCE = 4
const OF_LARGE_ROWS: ReadonlySet<string> = new Set(['arrays', 'estimator'])

/** Reads every row of the tables that have checksums; returns what is wrong. */
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
        const values = columns.map((column) => row[column] as RowValue) // as the schema says
        if (rowSum(table, values) !== row.sum) wrong++
      }
      rows += batch.length
      done += batch.length
      onProgress({ done, total: Math.max(done, total) })
    }
    const wanted = expected[table] ?? rows
    if (wrong > 0) findings.push(`in ${table}: ${wrong} of the rows are not as they were written`)
    if (rows !== wanted) findings.push(`in ${table}: ${rows} rows, which should be ${wanted}`)
  }
  return findings
}

/** Batches by rowid, so that rows that are out of order are noticed. */
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
