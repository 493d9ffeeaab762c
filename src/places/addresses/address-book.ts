import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Building } from '../../model/building.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import type { Person } from '../../model/person.ts'
import { streetParts } from './address.ts'

/**
 * Returns a home's entry in the address book. Undefined if the home has no street or if its source forbids showing the
 * address.
 */
export function addressEntry(home: Pick<HomeBrief, 'zpid' | 'address'>): AddressEntry | undefined {
  return entryOf('home', home.zpid, home.address)
}

/** Returns a building's entry in the address book. The entry's id is the building's lotid. */
export function buildingEntry(building: Building): AddressEntry | undefined {
  return entryOf('building', building.lotId, building.address)
}

/**
 * Returns entries for a person's current and former addresses. They belong to a separate address book, which completion
 * never reads.
 */
export function personEntries({ personId, addresses }: Person): readonly AddressEntry[] {
  return addresses.map((address) => entryOf('person', personId, address)).filter((entry) => entry !== undefined)
}

/**
 * Lists every key: spreading would take a fifth longer, and this function runs for every home that an import writes.
 */
function entryOf(
  kind: AddressEntry['kind'],
  id: number | string,
  address: HomeBrief['address'],
): AddressEntry | undefined {
  if (address.undisclosed === true) return undefined
  const { houseNumber, preDirection, street, suffix, postDirection, unit } = streetParts(address.streetAddress)
  if (street === '') return undefined
  const display = displayLine(address)
  const city = cityKey(address.city)
  const { state, zipcode } = address
  return { id, kind, display, houseNumber, street, preDirection, suffix, postDirection, unit, city, state, zipcode }
}

/** Writes an address on one line: `824 Webster St APT 4, Oakland, CA 94607`. Unknown parts are left out. */
export function displayLine({
  streetAddress,
  city,
  state,
  zipcode,
}: Pick<HomeBrief['address'], 'streetAddress' | 'city' | 'state' | 'zipcode'>): string {
  return joined(joined(streetAddress, ', ', city), ', ', joined(state, ' ', zipcode))
}

function joined(first: string, between: string, second: string): string {
  if (first === '' || second === '') return first + second
  return `${first}${between}${second}`
}
