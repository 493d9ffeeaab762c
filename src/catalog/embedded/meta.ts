import type { DatabaseSync } from 'node:sqlite'

/** One line of what the catalogue says of itself. */
export function meta(database: DatabaseSync, name: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE name = ?').get(name)
  return row === undefined ? undefined : String(row.value)
}

/** Which state of which catalogue a connection sees: another one whenever its contents are others. */
export function dataVersionOf(database: DatabaseSync): string {
  return `${meta(database, 'catalogId') ?? ''}-${meta(database, 'revision') ?? '0'}`
}
