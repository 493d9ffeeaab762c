import type { AddressEntry } from '../../model/address-entry.ts'
import { streetAndUnits } from '../addresses/address-segments.ts'
import { readHead } from '../addresses/house-number.ts'
import { lineWords } from '../addresses/line-words.ts'
import { type Words, wordsOf } from '../addresses/words.ts'
import { addressLine } from './address-line.ts'

/**
 * Returns all lines under which completion finds an entry. One begins with the number (`824 webster st apt 4 oakland ca
 * 94607`), one with the street (`webster st oakland ca 94607 824 apt 4`), and for a building one with its name.
 */
export function completionLines(entry: AddressEntry, buildingName = ''): readonly string[] {
  const written = wordsOf(entry.display)
  const line = addressLine(entry, written)
  const lines = [line, streetLine(entry, written)]
  if (buildingName !== '') lines.push([...lineWords(wordsOf(buildingName).words), line].join(' '))
  return [...new Set(lines)]
}

/**
 * Returns a line with street and place first, then number and unit. When lines are sorted, all houses of a street are
 * then adjacent.
 */
function streetLine(entry: AddressEntry, written: Words): string {
  const { words } = written
  const start = readHead(words).end
  const placeStart = entry.unit === '' ? words.length : placeStartOf(entry, written)
  const streetEnd = entry.unit === '' ? words.length : streetAndUnits(written, start, placeStart).streetEnd
  const street = words.slice(start, streetEnd)
  const doors = words.slice(streetEnd, placeStart)
  return [street, words.slice(placeStart), words.slice(0, start), doors].flatMap(lineWords).join(' ')
}

/** Index of the city's first word. The displayed address has a comma before the city and before state and ZIP. */
function placeStartOf({ city, state, zipcode }: AddressEntry, { words, breaks }: Words): number {
  let at = words.length
  for (let left = Number(city !== '') + Number(state !== '' || zipcode !== ''); left > 0; left--) {
    const comma = breaks.lastIndexOf(true, at - 1)
    if (comma < 0) return at
    at = comma
  }
  return at
}
