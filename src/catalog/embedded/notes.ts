import type { DatabaseSync } from 'node:sqlite'
import { checkRow } from '../../kit/algorithms/row-sum.ts'
import { meta, removeMeta, setMeta } from './meta.ts'

/** Notes are rows of `meta`, so they are checked, copied and committed with the records. */
const PREFIX = 'note '

export function noteIn(database: DatabaseSync, name: string): string | undefined {
  return meta(database, PREFIX + name)
}

/** Stores a note. Without a text, removes it. */
export function setNote(database: DatabaseSync, name: string, text: string | undefined): void {
  if (text !== undefined) setMeta(database, PREFIX + name, text)
  else removeMeta(database, PREFIX + name)
}

/** All notes whose names start with this text, in order. */
export function notesIn(database: DatabaseSync, beginning: string): ReadonlyMap<string, string> {
  const start = PREFIX + beginning
  const rows = database.prepare('SELECT name, value, sum FROM meta WHERE name >= ? ORDER BY name').all(start)
  const notes = new Map<string, string>()
  for (const row of rows) {
    const [name, value] = [String(row.name), String(row.value)]
    if (!name.startsWith(start)) break
    checkRow('meta', [name, value], row.sum)
    notes.set(name.slice(PREFIX.length), value)
  }
  return notes
}
