import type { DatabaseSync } from 'node:sqlite'
import { checkRow, rowSum } from '../../kit/algorithms/row-sum.ts'
import { type MetaRows, NOTE } from '../facts/catalog-meta.ts'

/** Returns a value from the table `meta`, which describes the catalog as a whole. */
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

/** @param guard Runs each read, and turns SQLite errors into faults; see `guarded`. */
export function metaRows(database: DatabaseSync, guard = <T>(work: () => T): T => work()): MetaRows {
  return {
    get: (name) => guard(() => meta(database, name)),
    set: (name, value) => guard(() => setMeta(database, name, value)),
    remove: (name) => guard(() => removeMeta(database, name)),
  }
}

/** Identifies the catalog and the state that this connection sees. It changes whenever the contents change. */
export function dataVersionOf(database: DatabaseSync): string {
  return `${meta(database, 'catalogId') ?? ''}-${meta(database, 'revision') ?? '0'}`
}

/** All rows of `meta` whose names start with this string, in order. */
export function notesIn(database: DatabaseSync, beginning: string): ReadonlyMap<string, string> {
  const start = NOTE + beginning
  const rows = database.prepare('SELECT name, value, sum FROM meta WHERE name >= ? ORDER BY name').all(start)
  const notes = new Map<string, string>()
  for (const row of rows) {
    const [name, value] = [String(row.name), String(row.value)]
    if (!name.startsWith(start)) break
    checkRow('meta', [name, value], row.sum)
    notes.set(name.slice(NOTE.length), value)
  }
  return notes
}
