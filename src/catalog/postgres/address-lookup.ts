import type { Database } from '../../base/postgres/database.ts'
import type { Person } from '../../model/person.ts'
import type { AddressLookup } from '../address-lookup.ts'
import { shows, type Withheld } from '../withheld.ts'
import { ENTRY_COLUMNS, entryOf } from './entries.ts'

/** The lookups that the database answers; completion needs all lines in order, which is built on top of these. */
export type AddressesAt = Pick<AddressLookup, 'addressesAt' | 'addressesOn' | 'streetsBeginning' | 'peopleAt'>

/** A lookup of a house number and street returns at most this many entries, one of several numbers of a street … */
const MAX_AT_ONE_PLACE = 1000
/** … this many. */
const MAX_ON_STREET = 100

export function addressLookup(database: Database, withheld: Withheld): AddressesAt {
  const rows = (name: string, text: string, values: readonly unknown[]) =>
    database.query<Record<string, unknown>>({ name, text, values })
  return {
    async addressesAt(houseNumber, street) {
      return (await rows('addresses-at', AT, [houseNumber, street])).map(entryOf)
    },
    async addressesOn(street, houseNumbers, cities, zipcodes) {
      return (await rows('addresses-on', ON, [street, houseNumbers, cities, zipcodes])).map(entryOf)
    },
    async streetsBeginning(houseNumber, beginning, limit) {
      const found = await rows('streets', STREETS, [houseNumber, beginning, limit])
      return found.map(({ street }) => String(street))
    },
    async peopleAt(houseNumber, street) {
      const found = await rows('people-at', PEOPLE, [houseNumber, street])
      const shown = found.filter(({ record }) => shows('person', JSON.parse(String(record)) as Person, withheld))
      return shown.map(entryOf)
    },
  }
}

/** Homes come before buildings with the same line, as numbers before texts. */
const IN_ORDER = `display, kind DESC, CASE kind WHEN 'home' THEN id::int8 END, id`

const AT = `SELECT ${ENTRY_COLUMNS} FROM catalog.address_book WHERE house_number = $1 AND street = $2
  ORDER BY ${IN_ORDER} LIMIT ${MAX_AT_ONE_PLACE}`

const ON = `SELECT ${ENTRY_COLUMNS} FROM catalog.address_book
  WHERE street = $1 AND house_number = ANY($2) AND (city = ANY($3) OR zipcode = ANY($4))
  ORDER BY house_number, ${IN_ORDER} LIMIT ${MAX_ON_STREET}`

const STREETS = `SELECT DISTINCT street FROM catalog.address_book
  WHERE house_number = $1 AND street >= $2 AND street < $2 || U&'\\FFFF' ORDER BY street LIMIT $3`

const PEOPLE = `SELECT ${ENTRY_COLUMNS.split(', ')
  .map((column) => `address.${column}`)
  .join(', ')}, record
  FROM catalog.person_address address JOIN catalog.person person ON person.id = address.id
  WHERE house_number = $1 AND street = $2 ORDER BY address.id LIMIT ${MAX_AT_ONE_PLACE}`
