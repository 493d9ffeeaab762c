import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { checkRow, type RowValue, rowSum } from '../../kit/algorithms/row-sum.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import type { Home } from '../../model/home.ts'
import { buildingEntry, addressEntry as homeEntry } from '../../places/addresses/address-book.ts'
import { completionLines } from '../../places/completion/completion-lines.ts'
import { countWords, type WordArrays, wordArrays } from '../../places/completion/word-list.ts'
import { ENTRY_COLUMNS, entryOf, entryValues } from '../facts/entries.ts'
import { ADDRESS_INDEXES } from './schema.ts'

const COLUMNS = ENTRY_COLUMNS.join(', ')

/** Maximum number of addresses that a lookup by house number and street returns. */
const MAX_AT_ONE_PLACE = 1000

/** Maximum number of addresses that a lookup of several house numbers on a street returns. */
const MAX_ON_STREET = 100

/** Updates the address book as homes and buildings are stored and removed. */
export class AddressBookWriter {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  readonly #insertLine: StatementSync
  /** For each word: how much its number of uses has changed. */
  readonly #words = new Map<string, number>()
  #nextEntry: number
  #remove: Readonly<Record<'buildingLines' | 'entries' | 'find', StatementSync>> | undefined

  /**
   * `fresh`: the address book is empty. Then `finish` makes its indexes, because updating them with each row would be
   * several times slower.
   */
  constructor(database: DatabaseSync, fresh: boolean) {
    this.#database = database
    this.#nextEntry =
      Number(database.prepare('SELECT coalesce(max(entry), 0) AS entry FROM address_book').get()?.entry) + 1
    this.#insert = database.prepare(
      `INSERT INTO address_book (entry, ${COLUMNS}, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertLine = database.prepare('INSERT INTO building_line (line, id) VALUES (?, ?)')
    if (!fresh) this.#prepareRemoval()
  }

  putHome(home: Home, replaced: boolean): void {
    this.#put(home.zpid, 'home', homeEntry(home), '', replaced)
  }

  putBuilding(building: Building, replaced: boolean): void {
    this.#put(building.lotId, 'building', buildingEntry(building), building.name, replaced)
  }

  remove(kind: AddressEntry['kind'], id: number | string): void {
    this.#removeOf(id, kind)
  }

  finish(): void {
    this.#database.exec(ADDRESS_INDEXES)
    this.#storeWords()
  }

  #storeWords(): void {
    const add = this.#database.prepare(`INSERT INTO address_word (word, uses) VALUES (?, ?)
      ON CONFLICT (word) DO UPDATE SET uses = uses + excluded.uses`)
    const changed = [...this.#words].filter(([, uses]) => uses !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
    for (const [word, uses] of changed) add.run(word, uses)
    if (changed.some(([, uses]) => uses < 0)) this.#database.exec('DELETE FROM address_word WHERE uses <= 0')
    this.#words.clear()
  }

  #put(
    id: number | string,
    kind: AddressEntry['kind'],
    entry: AddressEntry | undefined,
    name: string,
    replaced: boolean,
  ): void {
    if (replaced) {
      if (entry && kind === 'home' && this.#isThere(entry)) return // returns early: most changes only affect the price
      this.#removeOf(id, kind)
    }
    if (!entry) return
    const values = [this.#nextEntry++, ...entryValues(entry)]
    this.#insert.run(...values, rowSum('address_book', values))
    const lines = completionLines(entry, name)
    if (kind === 'building') for (const line of lines) this.#insertLine.run(line, id)
    countWords(lines, this.#words)
  }

  #isThere(entry: AddressEntry): boolean {
    const { find } = this.#remove ?? this.#prepareRemoval()
    const [row, ...others] = find.all(entry.id, entry.kind)
    if (row === undefined || others.length > 0) return false
    const values = entryValues(entry)
    return ENTRY_COLUMNS.every((column, i) => row[column] === values[i])
  }

  #removeOf(id: number | string, kind: AddressEntry['kind']): void {
    const { buildingLines, entries } = this.#remove ?? this.#prepareRemoval()
    const removed = entries.all(id, kind)
    const lines =
      kind === 'building'
        ? buildingLines.all(id).map(({ line }) => String(line))
        : removed.flatMap((row) => completionLines(entryOf(row)))
    countWords(lines, this.#words, -1)
  }

  #prepareRemoval() {
    this.#database.exec(ADDRESS_INDEXES) // without indexes, each removal would scan all addresses
    this.#remove = {
      buildingLines: this.#database.prepare('DELETE FROM building_line WHERE id = ? RETURNING line'),
      find: this.#database.prepare(`SELECT ${COLUMNS} FROM address_book WHERE id = ? AND kind = ?`),
      entries: this.#database.prepare(`DELETE FROM address_book WHERE id = ? AND kind = ? RETURNING ${COLUMNS}`),
    }
    return this.#remove
  }
}

/** The distinct words of all completion lines, with the number of uses of each. */
export function readWords(database: DatabaseSync): WordArrays {
  const rows = database.prepare('SELECT word, uses FROM address_word').all()
  return wordArrays(rows.map(({ word, uses }) => [String(word), Number(uses)] as const))
}

/** Looks up addresses by house number and street. */
export class AddressBookReader {
  readonly #at: StatementSync
  readonly #door: StatementSync
  readonly #on: StatementSync
  readonly #streets: StatementSync
  readonly #under: StatementSync

  constructor(database: DatabaseSync) {
    this.#at = database.prepare(
      `SELECT entry, ${COLUMNS}, sum FROM address_book WHERE house_number = ? AND street = ? ORDER BY display, id LIMIT ${MAX_AT_ONE_PLACE}`,
    )
    this.#door = database.prepare(
      `SELECT entry, ${COLUMNS}, sum FROM address_book
       WHERE house_number = ?1 AND street = ?2 AND (unit = ?3 OR substr(unit, -length(?3) - 1) = ' ' || ?3)
       ORDER BY display, id LIMIT ${MAX_AT_ONE_PLACE}`,
    )
    this.#on = database.prepare(
      `SELECT entry, ${COLUMNS}, sum FROM address_book
       WHERE street = ? AND house_number IN (SELECT value FROM json_each(?))
         AND (city IN (SELECT value FROM json_each(?)) OR zipcode IN (SELECT value FROM json_each(?)))
       ORDER BY house_number, display, id LIMIT ${MAX_ON_STREET}`,
    )
    // Selects the streets as one string, because a house number may be on a thousand streets, and returning that many
    // rows is slow.
    this.#streets = database.prepare(
      `SELECT group_concat(street, char(10)) AS streets FROM (
         SELECT DISTINCT street FROM address_book WHERE house_number = ? AND street >= ? AND street < ?
         ORDER BY street LIMIT ?
       )`,
    )
    this.#under = database.prepare(
      'SELECT DISTINCT home FROM home_key WHERE place IN (SELECT value FROM json_each(?)) AND unit = 0 LIMIT ?',
    )
  }

  homesUnder(places: readonly number[], limit: number): readonly number[] {
    return this.#under.all(JSON.stringify(places), limit).map(({ home }) => Number(home))
  }

  at(houseNumber: string, street: string, unit?: string): AddressEntry[] {
    const rows = unit === undefined ? this.#at.all(houseNumber, street) : this.#door.all(houseNumber, street, unit)
    return rows.map(homeOrBuilding)
  }

  /** Returns the addresses on a street with any of the house numbers, in any of the cities or ZIP codes. */
  on(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): AddressEntry[] {
    const lists = [houseNumbers, cities, zipcodes].map((list) => JSON.stringify(list))
    return this.#on.all(street, ...lists).map(homeOrBuilding)
  }

  streetsBeginning(houseNumber: string, beginning: string, limit: number): string[] {
    const streets = this.#streets.get(houseNumber, beginning, `${beginning}\uffff`, limit)?.streets
    return typeof streets === 'string' ? streets.split('\n') : []
  }
}

function homeOrBuilding(row: Record<string, unknown>): AddressEntry {
  return checkedEntry('address_book', row, [row.entry as number]) // an INTEGER
}

/**
 * Returns the address in a row. Throws Damage if the row fails its checksum. `keys`: the values of the columns before
 * the address columns.
 */
export function checkedEntry(
  table: string,
  row: Record<string, unknown>,
  keys: readonly RowValue[] = [],
): AddressEntry {
  checkRow(table, [...keys, ...ENTRY_COLUMNS.map((column) => row[column] as RowValue)], row.sum) // SQLite returns only numbers and strings here
  return entryOf(row)
}
