import type { AddressEntry } from '../model/address-entry.ts'
import type { Building } from '../model/building.ts'
import type { Home, HomeAddress } from '../model/home.ts'
import type { Person } from '../model/person.ts'
import { streetParts } from './address.ts'
import { cityKey } from './name-key.ts'

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

function entryOf(kind: AddressEntry['kind'], id: number | string, address: HomeAddress): AddressEntry | undefined {
  if (address.undisclosed === true) return undefined
  const parts = streetParts(address.streetAddress)
  if (parts.street === '') return undefined
  const { city, state, zipcode } = address
  return { id, kind, display: displayLine(address), ...parts, city: cityKey(city), state, zipcode }
}

/** `824 Webster St APT 4, Oakland, CA 94607`; parts that are not known are left out. */
export function displayLine({ streetAddress, city, state, zipcode }: HomeAddress): string {
  const stateAndZip = [state, zipcode].filter((part) => part !== '').join(' ')
  return [streetAddress, city, stateAndZip].filter((part) => part !== '').join(', ')
}
