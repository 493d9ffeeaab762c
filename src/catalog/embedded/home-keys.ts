import type { DatabaseSync } from 'node:sqlite'
import { ANY_AREA, type HomeKeyBook, type StoredHomeKeys } from '../facts/home-key-book.ts'

export function storedHomeKeys(database: DatabaseSync): StoredHomeKeys {
  if (database.prepare('SELECT 1 FROM home_key LIMIT 1').get() === undefined) return () => []
  const ofUnit = database.prepare('SELECT home FROM home_key WHERE place = ? AND unit = ? LIMIT ?')
  const ofArea = database.prepare('SELECT home FROM home_key WHERE place = ? AND area BETWEEN ? AND ? LIMIT ?')
  ofUnit.setReturnArrays(true)
  ofArea.setReturnArrays(true)
  return ({ place, unit, area: [least, most] = ANY_AREA }, limit) => {
    const rows: unknown = unit === undefined ? ofArea.all(place, least, most, limit) : ofUnit.all(place, unit, limit) // `setReturnArrays` makes each row an array
    return (rows as readonly (readonly number[])[]).map(([home = 0]) => home)
  }
}

/** Stores keys by which a later import finds the homes that a record may belong to. */
export function storeHomeKeys(database: DatabaseSync, book: HomeKeyBook): void {
  const insert = database.prepare('INSERT OR REPLACE INTO home_key (place, unit, home, area) VALUES (?, ?, ?, ?)')
  book.inOrder((place, unit, home, area) => insert.run(place, unit, home, area))
}
