import type { DatabaseSync } from 'node:sqlite'
import { type RowValue, rowSum } from '../../../base/row-sum.ts'

/** Stores the total of a table, from the checksums of its rows. */
export function storeTotal(database: DatabaseSync, table: string, sums: readonly number[]): void {
  const digest = sums.reduce((total, sum) => (total + sum) % 2 ** 48, 0)
  database
    .prepare('INSERT OR REPLACE INTO table_sum (name, rows, digest, sum) VALUES (?, ?, ?, ?)')
    .run(table, sums.length, digest, rowSum('table_sum', [table, sums.length, digest]))
}

/** Stores the total of a table once its rows have changed. */
export function storeTotalOf(database: DatabaseSync, table: string): void {
  const sums = database.prepare(`SELECT sum FROM ${table}`).all()
  storeTotal(
    database,
    table,
    sums.map(({ sum }) => Number(sum)),
  )
}

/** Stores the total of the schema, once a step has changed it. */
export function storeTotalOfSchema(database: DatabaseSync): void {
  const rows = database.prepare('SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema').all()
  const sums = rows.map((row) => rowSum('sqlite_schema', Object.values(row) as RowValue[])) // as SQLite describes that table
  storeTotal(database, 'sqlite_schema', sums)
}
