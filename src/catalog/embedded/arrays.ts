import type { DatabaseSync } from 'node:sqlite'
import { checkRow, Damage, rowSum } from '../../kit/algorithms/row-sum.ts'

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

/** Removes all arrays whose names start with this prefix, which must end with a slash. */
export function removeArrays(database: DatabaseSync, beginning: string): void {
  const remove = database.prepare('DELETE FROM arrays WHERE name >= ? AND name < ?')
  remove.run(beginning, `${beginning.slice(0, -1)}0`) // in ASCII, 0 follows /
}
