import type { DatabaseSync } from 'node:sqlite'

export type DerivedValue = number | string | Uint8Array

/** What is derived from records beside their search: plain data, so that another thread may make it. */
export interface DerivedRows {
  /** All rows of each table that is named; their values in the order of its columns. */
  readonly tables: Readonly<Record<string, readonly (readonly DerivedValue[])[]>>
  readonly arrays: Readonly<Record<string, Uint8Array>>
  readonly meta: Readonly<Record<string, string>>
}

export const NO_ROWS: DerivedRows = { tables: {}, arrays: {}, meta: {} }

/** Takes the place of what was stored before. */
export function storeRows(database: DatabaseSync, { tables, arrays, meta }: DerivedRows): void {
  for (const [table, rows] of Object.entries(tables)) {
    database.exec(`DELETE FROM ${table}`)
    const holes = rows[0]?.map(() => '?').join(', ')
    const insert = holes === undefined ? undefined : database.prepare(`INSERT INTO ${table} VALUES (${holes})`)
    for (const row of rows) insert?.run(...row)
  }
  const setArray = database.prepare('INSERT OR REPLACE INTO arrays (name, bytes) VALUES (?, ?)')
  for (const [name, bytes] of Object.entries(arrays)) setArray.run(name, bytes)
  const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)')
  for (const [name, value] of Object.entries(meta)) setMeta.run(name, value)
}
