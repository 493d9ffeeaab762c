import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { buildingEntry, addressEntry as homeEntry } from '../../places/address-book.ts'
import { completionLines } from '../../places/completion-lines.ts'
import { ADDRESS_INDEXES } from './schema.ts'

export const ENTRY_COLUMNS = [
  'id',
  'kind',
  'display',
  'house_number',
  'street',
  'pre_direction',
  'suffix',
  'post_direction',
  'unit',
  'city',
  'state',
  'zipcode',
].join(', ')

/** No house number and street has more entries than this in a look-up. */
const MOST_AT_ONE_PLACE = 1000

/** Keeps the address book in step with homes and buildings as they are put. */
export class AddressBookWriter {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #insertLine: StatementSync
  #remove: readonly StatementSync[] | undefined

  /** A fresh book gets its indexes at the end, which is several times as fast as keeping them row by row. */
  constructor(database: DatabaseSync, fresh: boolean) {
    this.#database = database
    this.#insert = database.prepare(
      `INSERT INTO address_book (${ENTRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLine = database.prepare('INSERT INTO address_line (entry, line) VALUES (?, ?)')
    if (!fresh) this.#prepareRemoval()
  }

  putHome(home: Home, replaced: boolean): void {
    this.#put(home.zpid, 'home', homeEntry(home), '', replaced)
  }

  putBuilding(building: Building, replaced: boolean): void {
    this.#put(building.lotId, 'building', buildingEntry(building), building.name, replaced)
  }

  finish(): void {
    this.#database.exec(ADDRESS_INDEXES)
  }

  #put(
    id: number | string,
    kind: AddressEntry['kind'],
    entry: AddressEntry | undefined,
    name: string,
    replaced: boolean,
  ): void {
    if (replaced) for (const removal of this.#remove ?? this.#prepareRemoval()) removal.run(id, kind)
    if (!entry) return
    const { lastInsertRowid } = this.#insert.run(...entryValues(entry))
    for (const line of completionLines(entry, name)) this.#insertLine.run(lastInsertRowid, line)
  }

  #prepareRemoval(): readonly StatementSync[] {
    this.#database.exec(ADDRESS_INDEXES) // without them each removal would read the whole book
    const entries = 'FROM address_book WHERE id = ? AND kind = ?'
    this.#remove = [
      this.#database.prepare(`DELETE FROM address_line WHERE entry IN (SELECT entry ${entries})`),
      this.#database.prepare(`DELETE ${entries}`),
    ]
    return this.#remove
  }
}

/** Looks the address book up. */
export class AddressBookReader {
  readonly #at: StatementSync
  readonly #streets: StatementSync
  readonly #beginning: StatementSync
  readonly #lineFrom: StatementSync

  constructor(database: DatabaseSync) {
    this.#at = database.prepare(
      `SELECT ${ENTRY_COLUMNS} FROM address_book WHERE house_number = ? AND street = ? ORDER BY display, id LIMIT ${MOST_AT_ONE_PLACE}`,
    )
    this.#streets = database.prepare(
      'SELECT DISTINCT street FROM address_book WHERE house_number = ? AND street >= ? AND street < ? ORDER BY street LIMIT ?',
    )
    this.#beginning = database.prepare(
      `SELECT ${ENTRY_COLUMNS} FROM address_line JOIN address_book USING (entry)
       WHERE line >= ? AND line < ? ORDER BY line, entry LIMIT ?`,
    )
    this.#lineFrom = database.prepare('SELECT line FROM address_line WHERE line >= ? ORDER BY line LIMIT 1')
  }

  at(houseNumber: string, street: string): AddressEntry[] {
    return this.#at.all(houseNumber, street).map(entryOf)
  }

  streetsBeginning(houseNumber: string, beginning: string, limit: number): string[] {
    return this.#streets.all(houseNumber, beginning, `${beginning}\uffff`, limit).map(({ street }) => String(street))
  }

  /** The first line that does not come before a text. */
  lineFrom(text: string): string | undefined {
    return this.#lineFrom.get(text)?.line as string | undefined // the column is STRICT text
  }

  beginning(line: string, limit: number): AddressEntry[] {
    return this.#beginning.all(line, `${line}\uffff`, limit).map(entryOf)
  }
}

/** In the order of `ENTRY_COLUMNS`. */
export function entryValues(entry: AddressEntry): (number | string)[] {
  const { id, kind, display, houseNumber, street, preDirection, suffix, postDirection, unit } = entry
  const { city, state, zipcode } = entry
  return [id, kind, display, houseNumber, street, preDirection, suffix, postDirection, unit, city, state, zipcode]
}

export function entryOf(row: Record<string, unknown>): AddressEntry {
  return {
    id: row.id as number | string, // written from an entry's id, and kept as it was by the column's type ANY
    kind: row.kind as AddressEntry['kind'], // written from an entry's kind
    display: String(row.display),
    houseNumber: String(row.house_number),
    street: String(row.street),
    preDirection: String(row.pre_direction),
    suffix: String(row.suffix),
    postDirection: String(row.post_direction),
    unit: String(row.unit),
    city: String(row.city),
    state: String(row.state),
    zipcode: String(row.zipcode),
  }
}
