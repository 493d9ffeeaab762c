import type { StreetParts } from './address.ts'
import { numberedRoad } from './parsing/street-words.ts'

/**
 * Matches streets that contain a number. If a line does not start with a house number, the address book stores the
 * whole line as its street: `HC 79 Box 4311`, `Carr 181 Km 6.9`, `Avenida Hostos 834`, `5401/5409 Flatlands Ave`, `Main
 * St 12`.
 */
const NUMBER_WITHIN = / box \S| km \d|^\d+\/\d+ | \d+[a-z]?$/

/**
 * Returns whether parsed parts are enough to look up a home: a street, and a number before the street or within its
 * line.
 */
export function namesHome({ houseNumber, street, unit }: StreetParts): boolean {
  if (street === '' || houseNumber !== '') return street !== ''
  if (/\d/.test(unit)) return true
  const words = street.split(' ')
  return NUMBER_WITHIN.test(street) && numberedRoad(words)?.length !== words.length - 1
}
