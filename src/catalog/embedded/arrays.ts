import type { DatabaseSync } from 'node:sqlite'
import { checkRow, Damage } from '../../base/row-sum.ts'
import type { TableSums } from './table-sums.ts'

/** Reads stored arrays by name; throws Damage for one that is missing or fails its checksum. */
export function arrayReader(database: DatabaseSync): (name: string) => Uint8Array {
  const select = database.prepare('SELECT bytes, sum FROM arrays WHERE name = ?')
  return (name) => {
    const row = select.get(name)
    if (row === undefined) throw new Damage(`the array ${name} is not there`)
    const bytes = row.bytes as Uint8Array // a blob, as the schema says
    checkRow('arrays', [name, bytes], row.sum)
    return bytes
  }
}

export function arrayWriter(database: DatabaseSync, sums: TableSums): (name: string, bytes: Uint8Array) => void {
  const remove = database.prepare('DELETE FROM arrays WHERE name = ? RETURNING sum')
  const insert = database.prepare('INSERT INTO arrays (name, bytes, sum) VALUES (?, ?, ?)')
  return (name, bytes) => {
    sums.removed('arrays', remove.all(name))
    insert.run(name, bytes, sums.added('arrays', [name, bytes]))
  }
}

/** Removes the arrays whose names have this prefix, which ends with a slash. */
export function removeArrays(database: DatabaseSync, sums: TableSums, beginning: string): void {
  const remove = database.prepare('DELETE FROM arrays WHERE name >= ? AND name < ? RETURNING sum')
  sums.removed('arrays', remove.all(beginning, `${beginning.slice(0, -1)}0`)) // 0 is the character after /
}
