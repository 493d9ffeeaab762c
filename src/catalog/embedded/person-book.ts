import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Person } from '../../model/person.ts'
import { personEntries } from '../../places/address-book.ts'
import { ENTRY_COLUMNS, entryOf, entryValues } from './address-book.ts'
import { PERSON_INDEXES } from './schema.ts'

/** No house number and street has more entries than this in a look-up. */
const MOST_AT_ONE_PLACE = 1000

/** Keeps the book of people's addresses in step with people as they are put. */
export class PersonBookWriter {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  #remove: StatementSync | undefined

  /** A fresh book gets its indexes at the end, as the address book does. */
  constructor(database: DatabaseSync, fresh: boolean) {
    this.#database = database
    const holes = Array.from(ENTRY_COLUMNS.split(','), () => '?').join(', ')
    this.#insert = database.prepare(`INSERT INTO person_address (${ENTRY_COLUMNS}) VALUES (${holes})`)
    if (!fresh) this.#prepareRemoval()
  }

  put(person: Person, replaced: boolean): void {
    if (replaced) this.remove(person.personId)
    for (const entry of personEntries(person)) this.#insert.run(...entryValues(entry))
  }

  remove(personId: string): void {
    const statement = this.#remove ?? this.#prepareRemoval()
    statement.run(personId)
  }

  finish(): void {
    this.#database.exec(PERSON_INDEXES)
  }

  #prepareRemoval(): StatementSync {
    this.#database.exec(PERSON_INDEXES) // without them each removal would read the whole book
    this.#remove = this.#database.prepare('DELETE FROM person_address WHERE id = ?')
    return this.#remove
  }
}

/** Looks people's addresses up. */
export class PersonBookReader {
  readonly #at: StatementSync

  constructor(database: DatabaseSync) {
    this.#at = database.prepare(
      `SELECT ${ENTRY_COLUMNS} FROM person_address WHERE street = ? AND house_number = ? ORDER BY id, rowid LIMIT ${MOST_AT_ONE_PLACE}`,
    )
  }

  at(houseNumber: string, street: string): AddressEntry[] {
    return this.#at.all(street, houseNumber).map(entryOf)
  }
}
