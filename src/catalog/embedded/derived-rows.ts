import type { DatabaseSync } from 'node:sqlite'
import { type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import { arrayWriter } from './arrays.ts'
import { setMeta } from './meta.ts'
import { SUMMED } from './row-checks.ts'

/** All data derived from records besides the search index, as plain data that a worker thread can post. */
export interface DerivedRows {
  /** All rows of each table, by table name. Values are in column order. */
  readonly tables: Readonly<Record<string, readonly (readonly RowValue[])[]>>
  readonly arrays: Readonly<Record<string, Uint8Array>>
  readonly meta: Readonly<Record<string, string>>
}

export const NO_ROWS: DerivedRows = { tables: {}, arrays: {}, meta: {} }

/** Replaces all rows of these tables. Stores the arrays and the rows of `meta`. */
export function storeRows(database: DatabaseSync, { tables, arrays, meta }: DerivedRows): void {
  for (const [table, rows] of Object.entries(tables)) {
    database.exec(`DELETE FROM ${table}`)
    const summed = table in SUMMED
    const holes = [...(rows[0] ?? []), ...(summed ? ['sum'] : [])].map(() => '?').join(', ')
    const insert = rows.length === 0 ? undefined : database.prepare(`INSERT INTO ${table} VALUES (${holes})`)
    for (const row of rows) insert?.run(...(summed ? [...row, rowSum(table, row)] : row))
  }
  const setArray = arrayWriter(database)
  for (const [name, bytes] of Object.entries(arrays)) setArray(name, bytes)
  for (const [name, value] of Object.entries(meta)) setMeta(database, name, value)
}
