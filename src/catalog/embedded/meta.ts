import type { DatabaseSync } from 'node:sqlite'
import { checkRow } from '../../base/row-sum.ts'
import type { TableSums } from './table-sums.ts'

/** One line of what the catalogue says of itself. */
export function meta(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value, sum FROM meta WHERE name = ?').get(name)
  if (row === undefined) return undefined
  const value = String(row.value)
  checkRow('meta', [name, value], row.sum)
  return value
}

export function setMeta(database: DatabaseSync, sums: TableSums, name: string, value: string): void {
  sums.removed('meta', database.prepare('DELETE FROM meta WHERE name = ? RETURNING sum').all(name))
  database
    .prepare('INSERT INTO meta (name, value, sum) VALUES (?, ?, ?)')
    .run(name, value, sums.added('meta', [name, value]))
}

/** Which state of which catalogue a connection sees: another one whenever its contents are others. */
export function dataVersionOf(database: DatabaseSync): string {
  return `${meta(database, 'catalogId') ?? ''}-${meta(database, 'revision') ?? '0'}`
}
