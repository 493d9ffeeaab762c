import type { StreetParts } from './address.ts'
import { numberedRoad } from './parsing/street-words.ts'

/**
 * Lines that have no house number in front are in the address book under an empty one, the whole line as their street:
 * `HC 79 Box 4311`, `Carr 181 Km 6.9`, `Avenida Hostos 834`, `5401/5409 Flatlands Ave`, `Main St 12`.
 */
const NUMBER_WITHIN = / box \S| km \d|^\d+\/\d+ | \d+[a-z]?$/

/** Whether a reading says enough to look up a home: a street, and a number in front of it or within its line. */
export function namesHome({ houseNumber, street, unit }: StreetParts): boolean {
  if (street === '' || houseNumber !== '') return street !== ''
  if (/\d/.test(unit)) return true
  const words = street.split(' ')
  return NUMBER_WITHIN.test(street) && numberedRoad(words)?.length !== words.length - 1
}
