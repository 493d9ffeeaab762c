import { createHmac } from 'node:crypto'
import { cityKey, foldText } from '../../kit/names/name-key.ts'
import type { Person, PersonAddress } from '../../model/person.ts'
import { parseAddress, type StreetParts, streetParts } from '../../places/addresses/address.ts'
import { formerParts } from './former-reading.ts'

/**
 * Keyed hashes ("marks") that recognize a person, even under another id: a hash of the name, and hashes of the name
 * with each address.
 */
export interface PersonMarks {
  readonly name: string
  readonly at: readonly (readonly string[])[]
}

type Place = Pick<PersonAddress, 'city' | 'state' | 'zipcode'>

/** Returns, for each address, one hash with the ZIP code and one with the city. One matching hash is enough. */
export function marksOf(secret: Uint8Array, { name, addresses }: Pick<Person, 'name' | 'addresses'>): PersonMarks {
  const at = addresses.map((address) => placeMarks(secret, name, streetParts(address.streetAddress), address))
  return { name: nameMark(secret, name), at: at.filter((marks) => marks.length > 0) }
}

/** Returns all hashes of name and address that may be stored for a person, including hashes by earlier versions. */
export function knownMarksOf(secret: Uint8Array, { name, addresses }: Pick<Person, 'name' | 'addresses'>): string[] {
  return addresses.flatMap((address) => {
    const former = formerParts(address.streetAddress)
    const readings = [streetParts(address.streetAddress), ...(former === undefined ? [] : [former])]
    return readings.flatMap((parts) => placeMarks(secret, name, parts, address))
  })
}

/** Hashes a typed name and address. There are no address hashes if the address is incomplete. */
export function writtenMarks(secret: Uint8Array, name: string, address: string): PersonMarks {
  const parsed = parseAddress(address)
  const marks = placeMarks(secret, name, parsed, parsed)
  return { name: nameMark(secret, name), at: marks.length === 0 ? [] : [marks] }
}

/** Returns the hash of the name alone. Different people may share it. */
export function nameMark(secret: Uint8Array, name: string): string {
  return hashed(secret, ['name', nameKey(name)])
}

function placeMarks(secret: Uint8Array, name: string, parts: StreetParts, { city, state, zipcode }: Place): string[] {
  const { houseNumber, preDirection, street, suffix, postDirection, unit } = parts
  if (houseNumber === '' || street === '') return []
  const line = [nameKey(name), houseNumber, preDirection, street, suffix, postDirection, unit]
  return [
    ...(zipcode === '' ? [] : [hashed(secret, ['zip', ...line, zipcode])]),
    ...(city === '' || state === '' ? [] : [hashed(secret, ['city', ...line, cityKey(city), state.toUpperCase()])]),
  ]
}

/** The same for `Ann Lee` and `LEE, Ann`. */
function nameKey(name: string): string {
  return foldText(name).split(' ').sort().join(' ')
}

function hashed(secret: Uint8Array, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\u0000')).digest('base64url')
}
