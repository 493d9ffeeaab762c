import type { DatabaseSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../kit/algorithms/row-sum.ts'

/** A value of the table that describes the catalog as a whole. */
export function meta(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value, sum FROM meta WHERE name = ?').get(name)
  if (row === undefined) return undefined
  const value = String(row.value)
  checkRow('meta', [name, value], row.sum)
  return value
}

export function setMeta(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('INSERT OR REPLACE INTO meta (name, value, sum) VALUES (?, ?, ?)')
    .run(name, value, rowSum('meta', [name, value]))
}

export function removeMeta(database: DatabaseSync, name: string): void {
  database.prepare('DELETE FROM meta WHERE name = ?').run(name)
}

/** Identifies the catalog and the state that this connection sees. Changes whenever the contents change. */
export function dataVersionOf(database: DatabaseSync): string {
  return `${meta(database, 'catalogId') ?? ''}-${meta(database, 'revision') ?? '0'}`
}
