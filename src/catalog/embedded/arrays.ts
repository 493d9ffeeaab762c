import type { DatabaseSync } from 'node:sqlite'
import { checkRow, Damage, rowSum } from '../../kit/algorithms/row-sum.ts'
import { setMeta } from './meta.ts'

/**
 * Returns a function that reads stored arrays by name. The function throws Damage if an array is missing or fails its
 * checksum.
 */
export function arrayReader(database: DatabaseSync): (name: string) => Uint8Array {
  const select = database.prepare('SELECT bytes, sum FROM arrays WHERE name = ?')
  return (name) => {
    const row = select.get(name)
    if (row === undefined) throw new Damage(`the array ${name} is missing`)
    const bytes = row.bytes as Uint8Array // the schema makes it a blob
    checkRow('arrays', [name, bytes], row.sum)
    return bytes
  }
}

export function arrayWriter(database: DatabaseSync): (name: string, bytes: Uint8Array) => void {
  const insert = database.prepare('INSERT OR REPLACE INTO arrays (name, bytes, sum) VALUES (?, ?, ?)')
  return (name, bytes) => {
    insert.run(name, bytes, rowSum('arrays', [name, bytes]))
  }
}

/**
 * Removes arrays whose names start with this prefix, which must end with a slash. Returns how many were removed.
 *
 * @param most Maximum number of arrays to remove; -1 removes all.
 */
export function removeArrays(database: DatabaseSync, beginning: string, most = -1): number {
  const some = 'SELECT name FROM arrays WHERE name >= ? AND name < ? LIMIT ?'
  const remove = database.prepare(`DELETE FROM arrays WHERE name IN (${some})`)
  return Number(remove.run(beginning, `${beginning.slice(0, -1)}0`, most).changes) // in ASCII, 0 follows /
}

/** Stores arrays and rows of the table `meta` by name. */
export interface NamedStore {
  setArray(name: string, bytes: Uint8Array): void
  setMeta(name: string, value: string): void
}

/** Returns a store that writes within the connection's transaction. */
export function namedStore(database: DatabaseSync): NamedStore {
  return {
    setArray: arrayWriter(database),
    setMeta: (name, value) => setMeta(database, name, value),
  }
}
