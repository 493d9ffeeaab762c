import type { AddressEntry } from '../../model/address-entry.ts'
import type { ParsedAddress } from '../addresses/address.ts'
import { isWholeStreetLine } from '../addresses/agreement.ts'
import { type AddressBook, matchAddress } from '../addresses/resolve.ts'
import { DOOR_WORDS, PART_OF } from '../addresses/unit-designators.ts'
import type { Located } from './located.ts'

/** How many addresses are listed in the name of a location. Further addresses are only counted. */
const MAX_NAMED = 5

/**
 * Returns the homes at an address. Undefined if the text is not an address, or if no home is even near it. Includes
 * every match: all units of a building if the text has no unit, and homes in two cities if the text has no city.
 */
export async function locateAddress(query: string, book: AddressBook): Promise<Located | undefined> {
  const { written, fitting, near, nearFitsInPart } = await matchAddress(query, book)
  const about = { query, type: 'address', all: [] } as const
  if (written !== undefined) {
    const entries = wholeStreets(written, fitting)
    return { ...about, isFound: true, name: nameOf(entries), zpids: zpidsOf(entries), alternatives: [] }
  }
  if (near.length === 0) return undefined
  const alternatives = [...new Set(near.map(({ entry }) => entry.display))]
  const why = nearFitsInPart ? `Cannot read all of "${query}".` : `No home in this catalog has the address "${query}".`
  return { ...about, isFound: false, name: undefined, zpids: [], alternatives, why }
}

/**
 * Returns the entries that a search means. Within one city, `Main St` means `N Main St` only if Main St itself has no
 * house with this number.
 */
export function wholeStreets(written: ParsedAddress, fitting: readonly AddressEntry[]): AddressEntry[] {
  const byCity = Map.groupBy(fitting, ({ city, state }) => `${city}/${state}`)
  return [...byCity.values()].flatMap((entries) => {
    const whole = entries.filter((entry) => isWholeStreetLine(written, entry))
    return whole.length > 0 ? whole : entries
  })
}

function zpidsOf(entries: readonly AddressEntry[]): number[] {
  return [...new Set(entries.map(({ id }) => Number(id)))].sort((a, b) => a - b)
}

/** Names each building once: `824 Webster St, Oakland, CA 94607; 824 Webster St, Seattle, WA 98107`. */
function nameOf(entries: readonly AddressEntry[]): string {
  const buildings = Map.groupBy(entries, (entry) =>
    [entry.preDirection, entry.suffix, entry.postDirection, entry.city, entry.state, entry.zipcode].join('/'),
  )
  const names = [...buildings.values()].map(buildingName).sort()
  const more = names.length - MAX_NAMED
  return more > 0 ? `${names.slice(0, MAX_NAMED).join('; ')} and ${more} more` : names.join('; ')
}

/** The address of a single unit. For several units, the part of the street line that they have in common. */
function buildingName(doors: readonly AddressEntry[]): string {
  const house = doors.find(({ unit }) => unit === '') ?? doors[0]
  if (house === undefined) return ''
  if (house.unit === '' || doors.length === 1) return house.display
  const { line, place } = displayParts(house)
  const lines = doors.map((door) => displayParts(door).line.split(' '))
  const words = line.split(' ')
  let end = words.findIndex((word, at) => lines.some((other) => other[at] !== word))
  while (end > 0 && isDoorWord(words[end - 1] ?? '')) end--
  return [words.slice(0, end).join(' ').replace(/,$/, ''), ...place].join(', ')
}

function isDoorWord(word: string): boolean {
  const plain = word.toLowerCase().replace(/[.,]$/, '')
  return DOOR_WORDS.has(plain) || PART_OF.has(plain)
}

/** Splits the displayed address into the street line and the place: city, state and ZIP, as far as known. */
function displayParts({ display, city, state, zipcode }: AddressEntry): { line: string; place: readonly string[] } {
  const parts = display.split(', ')
  const line = parts.length - Number(city !== '') - Number(state !== '' || zipcode !== '')
  return { line: parts.slice(0, line).join(', '), place: parts.slice(line) }
}
