import type { AddressEntry } from '../model/address-entry.ts'
import type { Building } from '../model/building.ts'
import type { Home, HomeAddress } from '../model/home.ts'
import type { Person } from '../model/person.ts'
import { cityKey } from '../names/name-key.ts'
import { streetParts } from './address.ts'

/** A home's line of the address book; undefined when it has no street or its source forbids showing the address. */
export function addressEntry(home: Home): AddressEntry | undefined {
  return entryOf('home', home.zpid, home.address)
}

/** A building's line of the address book, under its lotid. */
export function buildingEntry(building: Building): AddressEntry | undefined {
  return entryOf('building', building.lotId, building.address)
}

/** The addresses of a person, of today and earlier. They stand in a book of their own, which completion does not see. */
export function personEntries({ personId, addresses }: Person): readonly AddressEntry[] {
  return addresses.map((address) => entryOf('person', personId, address)).filter((entry) => entry !== undefined)
}

/** Names every key, since spreading parts takes a fifth more of the time, and every home that is put has an entry. */
function entryOf(kind: AddressEntry['kind'], id: number | string, address: HomeAddress): AddressEntry | undefined {
  if (address.undisclosed === true) return undefined
  const { houseNumber, preDirection, street, suffix, postDirection, unit } = streetParts(address.streetAddress)
  if (street === '') return undefined
  const display = displayLine(address)
  const city = cityKey(address.city)
  const { state, zipcode } = address
  return { id, kind, display, houseNumber, preDirection, street, suffix, postDirection, unit, city, state, zipcode }
}

/** `824 Webster St APT 4, Oakland, CA 94607`; parts that are not known are left out. */
export function displayLine({ streetAddress, city, state, zipcode }: HomeAddress): string {
  return joined(joined(streetAddress, ', ', city), ', ', joined(state, ' ', zipcode))
}

function joined(first: string, between: string, second: string): string {
  if (first === '' || second === '') return first + second
  return `${first}${between}${second}`
}
