import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { rowSum } from '../../kit/algorithms/row-sum.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Person } from '../../model/person.ts'
import { personEntries } from '../../places/addresses/address-book.ts'
import { ENTRY_COLUMNS, entryValues } from '../facts/entries.ts'
import { checkedEntry } from './address-book.ts'
import { PERSON_INDEXES } from './schema.ts'

const COLUMNS = `${ENTRY_COLUMNS.join(', ')}, sum`

/** Maximum number of people that a lookup by house number and street returns. */
const MAX_AT_ONE_PLACE = 1000

/** Updates the address book of people as people are stored and removed. */
export class PersonBookWriter {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  #remove: StatementSync | undefined

  /**
   * `fresh`: the address book is empty. Then `finish` makes its indexes, because updating them with each row would be
   * slower.
   */
  constructor(database: DatabaseSync, fresh: boolean) {
    this.#database = database
    this.#insert = database.prepare(
      `INSERT INTO person_address (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    if (!fresh) this.#prepareRemoval()
  }

  put(person: Person, replaced: boolean): void {
    if (replaced) this.remove(person.personId)
    for (const entry of personEntries(person)) {
      const values = entryValues(entry)
      this.#insert.run(...values, rowSum('person_address', values))
    }
  }

  remove(personId: string): void {
    const statement = this.#remove ?? this.#prepareRemoval()
    statement.run(personId)
  }

  finish(): void {
    this.#database.exec(PERSON_INDEXES)
  }

  #prepareRemoval(): StatementSync {
    this.#database.exec(PERSON_INDEXES) // without indexes, each removal would scan all people
    this.#remove = this.#database.prepare('DELETE FROM person_address WHERE id = ?')
    return this.#remove
  }
}

/** Looks up people's addresses. */
export class PersonBookReader {
  readonly #at: StatementSync

  constructor(database: DatabaseSync) {
    this.#at = database.prepare(
      `SELECT ${COLUMNS} FROM person_address WHERE street = ? AND house_number = ? ORDER BY id, rowid LIMIT ${MAX_AT_ONE_PLACE}`,
    )
  }

  at(houseNumber: string, street: string): AddressEntry[] {
    return this.#at.all(street, houseNumber).map((row) => checkedEntry('person_address', row))
  }
}
