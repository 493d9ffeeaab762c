import type { DatabaseSync } from 'node:sqlite'
import { checkRow, Damage, type RowValue, rowSum, textSum } from '../../kit/algorithms/row-sum.ts'
import type { Reading } from '../../kit/store/store-check.ts'
import { FACT_KINDS } from '../../model/market-facts.ts'
import { NOUNS } from '../ports/nouns.ts'
import { CHANGING_NOUNS } from '../ports/record-pages.ts'
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

/**
 * Tables whose rows carry a checksum, with the columns it covers. Of the others, `building_line` and `market_place` are
 * stored twice, once by key and once in an index, and a full check compares the two; `home_key` only says which homes
 * are worth comparing, and `address_word` which words are worth trying.
 */
export const SUMMED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(NOUNS.map((noun) => [noun, ['id', 'record']])),
  meta: ['name', 'value'],
  arrays: ['name', 'bytes'],
  ...Object.fromEntries(FACT_KINDS.map((kind) => [factTable(kind), ['place', 'bytes']])),
  agent_record: ['id', 'username', 'cities', 'listings', 'sales', 'for_sale'],
  unknown_agent: ['id', 'listings', 'sales', 'for_sale'],
  address_book: ['entry', ...ENTRY_COLUMNS],
  person_address: ENTRY_COLUMNS,
  source_home: ['id', 'home', 'record'],
  home_ruling: ['one', 'other', 'verdict'],
  estimator: ['market', 'kind', 'day', 'sales', 'bytes', 'backtest'],
  ...Object.fromEntries(CHANGING_NOUNS.map((noun) => [changeTable(noun), ['sequence', 'id', 'is_gone']])),
  change_log: ['sequence', 'noun', 'id', 'kinds', 'undo'],
}

interface TableSum {
  rows: number
  digest: number
}

/**
 * A digest adds up row checksums, so that the order of changes does not matter. It stays below 2^53, and so exact.
 */
const DIGEST_END = 2 ** 48

/**
 * Row count and digest of each table, updated with every change, so that a full read notices a row that is missing or
 * has come back.
 */
export class TableSums {
  readonly #database: DatabaseSync
  readonly #tables = new Map<string, TableSum>()

  constructor(database: DatabaseSync) {
    this.#database = database
    for (const { name, rows, digest, sum } of database.prepare('SELECT * FROM table_sum').all()) {
      checkRow('table_sum', [String(name), Number(rows), Number(digest)], sum)
      this.#tables.set(String(name), { rows: Number(rows), digest: Number(digest) })
    }
  }

  rowsOf(table: string): number {
    return this.#of(table).rows
  }

  /** Returns a text that changes with any change of the table's rows. */
  digestOf(table: string): string {
    const { rows, digest } = this.#of(table)
    return `${rows} ${digest}`
  }

  /** Counts an added row and returns its checksum. */
  added(table: string, values: readonly RowValue[]): number {
    const sum = rowSum(table, values)
    this.#count(table, 1, sum)
    return sum
  }

  /** Counts an added row of an id and a text, given as bytes, and returns its checksum. */
  addedText(table: string, id: number, text: Uint8Array): number {
    const sum = textSum(table, id, text)
    this.#count(table, 1, sum)
    return sum
  }

  /** Discounts removed rows, given their checksums. */
  removed(table: string, rows: readonly Record<string, unknown>[]): void {
    for (const { sum } of rows) this.#count(table, -1, -Number(sum))
  }

  emptied(table: string): void {
    this.#tables.set(table, { rows: 0, digest: 0 })
  }

  /** Call this last, when everything else is written. */
  store(): void {
    const insert = this.#database.prepare(
      'INSERT OR REPLACE INTO table_sum (name, rows, digest, sum) VALUES (?, ?, ?, ?)',
    )
    this.#tables.set(SCHEMA, schemaSum(this.#database))
    for (const [name, { rows, digest }] of this.#tables) {
      insert.run(name, rows, digest, rowSum('table_sum', [name, rows, digest]))
    }
  }

  /** Throws Damage unless rows with these checksums are all rows of a table. */
  requireAll(table: string, rowSums: readonly number[]): void {
    const digest = rowSums.reduce((total, sum) => (total + sum) % DIGEST_END, 0)
    const [finding] = this.difference(table, { rows: rowSums.length, digest })
    if (finding !== undefined) throw new Damage(finding)
  }

  /** How a table that was read differs from what is stored about it. */
  difference(table: string, read: TableSum): string[] {
    const { rows, digest } = this.#of(table)
    if (rows !== read.rows) return [`in ${table}: ${read.rows} rows, which should be ${rows}`]
    return digest === read.digest ? [] : [`in ${table}: the rows are not those that were written`]
  }

  #count(table: string, rows: number, sum: number): void {
    const sums = this.#of(table)
    sums.rows += rows
    sums.digest = (sums.digest + sum + DIGEST_END) % DIGEST_END
  }

  #of(table: string): TableSum {
    const sums = this.#tables.get(table) ?? { rows: 0, digest: 0 }
    this.#tables.set(table, sums)
    return sums
  }
}

/** The row of `table_sum` that covers the schema itself: tables and indexes. */
const SCHEMA = 'sqlite_schema'

function schemaSum(database: DatabaseSync): TableSum {
  const sum: TableSum = { rows: 0, digest: 0 }
  for (const row of database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').all()) {
    sum.rows++
    sum.digest += rowSum(SCHEMA, Object.values(row) as RowValue[]) // as SQLite describes that table
  }
  return sum
}

/** Batch sizes: small enough to be held in memory, even for tables of large rows. */
const ROWS_AT_ONCE = 256
const LARGE_ROWS_AT_ONCE = 4
const OF_LARGE_ROWS: ReadonlySet<string> = new Set(['arrays', 'estimator'])

/** Reads every row of these tables, by default of all that have checksums; returns what is wrong. */
export function* checkSums(database: DatabaseSync, tables = SUMMED): Generator<Reading, readonly string[]> {
  const sums = new TableSums(database)
  const findings = sums.difference(SCHEMA, schemaSum(database))
  const total = Object.keys(tables).reduce((rows, table) => rows + sums.rowsOf(table), 0)
  let done = 0
  for (const [table, columns] of Object.entries(tables)) {
    const read: TableSum = { rows: 0, digest: 0 }
    let wrong = 0
    for (const rows of batchesOf(database, table, columns)) {
      for (const row of rows) {
        const sum = rowSum(
          table,
          columns.map((column) => row[column] as RowValue),
        ) // as the schema says
        if (sum !== row.sum) wrong++
        read.rows++
        read.digest = (read.digest + sum) % DIGEST_END
      }
      done += rows.length
      yield { done, total }
    }
    if (wrong > 0) findings.push(`in ${table}: ${wrong} of the rows are not as they were written`)
    else findings.push(...sums.difference(table, read))
  }
  return findings
}

/** Batches by rowid; no statement stays open between two of them. */
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
