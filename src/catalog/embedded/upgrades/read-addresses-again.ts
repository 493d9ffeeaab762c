import type { DatabaseSync } from 'node:sqlite'
import { type StreetParts, streetParts } from '../../../addresses/address.ts'
import { type RowValue, rowSum } from '../../../base/row-sum.ts'
import { cityKey } from '../../../names/name-key.ts'
import { storeTotal } from './total-sums.ts'

const ENTRY =
  'id, kind, display, house_number, street, pre_direction, suffix, post_direction, unit, city, state, zipcode'

/** The address books with what their checksums cover. */
const BOOKS: Readonly<Record<string, string>> = { address_book: `entry, ${ENTRY}`, person_address: ENTRY }

/** What `meta` holds once the homes are filed under their keys. */
const HOMES_ARE_FILED = 'homesFiled'

/** Progress is reported every so many rows. */
const PROGRESS_STEP = 1000

/**
 * For steps after which street lines are read otherwise: takes every line of both address books apart again, by the
 * reader of the day of the upgrade, for look-ups are read by it too. Keys of homes were made of the same parts: where
 * any has changed, they are removed, and the next import that looks for a home files all homes again.
 */
export function readAddressesAgain(database: DatabaseSync, onProgress: (done: number, total: number) => void): void {
  const tables = Object.entries(BOOKS)
  const total = tables.reduce((rows, [table]) => rows + rowsOf(database, table), 0)
  let done = 0
  for (const [table, columns] of tables) {
    const changed: RowValue[][] = []
    for (const row of database.prepare(`SELECT rowid AS place, ${columns} FROM ${table}`).iterate()) {
      if (++done % PROGRESS_STEP === 0) onProgress(done, total)
      const now = columnsOf(streetParts(lineOf(row)))
      if (Object.entries(now).every(([name, value]) => row[name] === value)) continue
      const values = { ...row, ...now }
      const sum = rowSum(
        table,
        columns.split(', ').map((name) => values[name] as RowValue), // as the table describes them
      )
      changed.push([...Object.values(now), sum, row.place as number])
    }
    if (changed.length > 0) rewrite(database, table, changed)
  }
}

function rewrite(database: DatabaseSync, table: string, changed: readonly (readonly RowValue[])[]): void {
  const update = database.prepare(
    `UPDATE ${table} SET house_number = ?, street = ?, pre_direction = ?, suffix = ?, post_direction = ?, unit = ?, sum = ?
     WHERE rowid = ?`,
  )
  for (const values of changed) update.run(...values)
  storeTotalOf(database, table)
  if (table !== 'address_book') return
  database.exec(`DELETE FROM home_key; DELETE FROM meta WHERE name = '${HOMES_ARE_FILED}'`)
  storeTotalOf(database, 'meta')
}

function storeTotalOf(database: DatabaseSync, table: string): void {
  const sums = database.prepare(`SELECT sum FROM ${table}`).all()
  storeTotal(
    database,
    table,
    sums.map(({ sum }) => Number(sum)),
  )
}

function rowsOf(database: DatabaseSync, table: string): number {
  return Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
}

/** In the order of the columns. */
function columnsOf(parts: StreetParts): Readonly<Record<string, string>> {
  const { houseNumber, street, preDirection, suffix, postDirection, unit } = parts
  return {
    house_number: houseNumber,
    street,
    pre_direction: preDirection,
    suffix,
    post_direction: postDirection,
    unit,
  }
}

/** The street line of an entry: its display text without city, state and ZIP. */
function lineOf(row: Readonly<Record<string, unknown>>): string {
  const [display, city] = [String(row.display), String(row.city)]
  const place = [String(row.state), String(row.zipcode)].filter((part) => part !== '').join(' ')
  const line = place !== '' && display.endsWith(`, ${place}`) ? display.slice(0, -place.length - 2) : display
  if (city === '') return line
  for (let comma = line.lastIndexOf(', '); comma >= 0; comma = line.lastIndexOf(', ', comma - 1)) {
    if (cityKey(line.slice(comma + 2)) === city) return line.slice(0, comma)
    if (comma === 0) break
  }
  return line
}
