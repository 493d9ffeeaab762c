import type { AddressEntry } from '../model/address-entry.ts'
import { cityKey } from '../names/name-key.ts'
import { type Gazetteer, loadGazetteer } from '../regions/gazetteer.ts'
import { gazetteerCity, type IsCity, type ParsedAddress } from './address.ts'
import {
  differingParts,
  disagreements,
  isWholeLine,
  type Part,
  partInWords,
  partsLeftOut,
  writtenValue,
} from './agreement.ts'
import { addressReadings } from './parsing/readings.ts'
import { byUnitLikeness } from './unit-likeness.ts'

/** What addresses are looked up in; a catalogue is one. */
export interface AddressBook {
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}

export interface Candidate {
  readonly entry: AddressEntry
  /** How it differs from the other candidates or from what was written: `unit 4`, `unit 4 instead of 9`. */
  readonly why: string
}

/**
 * The result of a lookup: exactly one property, several that match, or none. A property is never guessed: `near` lists,
 * nearest first, those that differ in some part that was written.
 */
export type Resolution =
  | { readonly kind: 'one'; readonly entry: AddressEntry; readonly how: string }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none'; readonly near: readonly Candidate[] }

export interface ResolveOptions {
  /** What to look for: a building is never returned for a home, nor a home for a building. */
  readonly kind?: AddressEntry['kind']
  readonly knownCities?: IsCity
  readonly gazetteer?: Gazetteer
}

const MAX_NEAR = 10

/** An entry that differs in more parts is a different address. */
const MAX_DIFFERENCES = 2

/** Entries that match the likeliest reading with any match; if no reading has one, the nearest entries. */
export interface AddressMatch {
  /** The reading that matched; undefined when none did. */
  readonly written: ParsedAddress | undefined
  readonly fitting: readonly AddressEntry[]
  readonly near: readonly Candidate[]
}

/** Looks up an address in any spelling. Parts that were written must match; the others are free. */
export async function resolveAddress(text: string, book: AddressBook, options?: ResolveOptions): Promise<Resolution> {
  const { written, fitting, near } = await matchAddress(text, book, options)
  return written === undefined ? { kind: 'none', near } : resolutionOf(written, meantAmong(written, fitting))
}

/** Every entry that matches what was written, including entries with further parts. */
export async function matchAddress(
  text: string,
  book: AddressBook,
  { kind = 'home', knownCities = gazetteerCity, gazetteer = loadGazetteer() }: ResolveOptions = {},
): Promise<AddressMatch> {
  const near = new Map<AddressEntry['id'], Near>()
  for (const written of addressReadings(text, knownCities)) {
    if (written.houseNumber === '' || written.street === '') continue
    const found = await book.addressesAt(written.houseNumber, written.street)
    const judged = found
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ entry, written, parts: disagreements(written, entry, gazetteer) }))
    const fitting = judged.filter(({ parts }) => parts.length === 0).map(({ entry }) => entry)
    if (fitting.length > 0) return { written, fitting, near: [] }
    for (const one of judged) if (!near.has(one.entry.id) && isNear(one, gazetteer)) near.set(one.entry.id, one)
  }
  return { written: undefined, fitting: [], near: mostAlike([...near.values()]) }
}

function resolutionOf(written: ParsedAddress, entries: readonly AddressEntry[]): Resolution {
  const [only] = entries
  if (only === undefined || entries.length > 1) return { kind: 'several', candidates: candidatesOf(entries) }
  const leftOut = partsLeftOut(written, only)
  const how =
    leftOut.length === 0 ? 'Every part agrees.' : `Not written: ${leftOut.join(', ')}; only one property fits.`
  return { kind: 'one', entry: only, how }
}

/**
 * The matching entries that are meant. Within one city, an entry with no parts beyond those written wins: the house
 * over a unit in it, `Main St` over `N Main St`. Otherwise nobody could ever ask for the former. Within one building
 * the house wins over its units as well, if the address book has it.
 */
function meantAmong(written: ParsedAddress, fitting: readonly AddressEntry[]): readonly AddressEntry[] {
  const byCity = Map.groupBy(fitting, ({ city, state }) => `${city}/${state}`)
  return [...byCity.values()].flatMap((entries) => {
    const whole = entries.filter((entry) => isWholeLine(written, entry))
    return whole.length > 0 ? whole : housesBeforeUnits(entries)
  })
}

function housesBeforeUnits(entries: readonly AddressEntry[]): AddressEntry[] {
  const byBuilding = Map.groupBy(entries, (entry) =>
    [entry.preDirection, entry.street, entry.suffix, entry.postDirection, entry.zipcode].join('/'),
  )
  return [...byBuilding.values()].flatMap((doors) => {
    const houses = doors.filter((entry) => entry.unit === '')
    return houses.length > 0 ? houses : doors
  })
}

const byDisplay = new Intl.Collator('en-US', { numeric: true })

function candidatesOf(entries: readonly AddressEntry[]): Candidate[] {
  const parts = differingParts(entries)
  return entries
    .toSorted((a, b) => byDisplay.compare(a.display, b.display))
    .map((entry) => ({ entry, why: parts.map((part) => partInWords(part, entry)).join(', ') || `record ${entry.id}` }))
}

interface Near {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  readonly parts: readonly Part[]
}

/** Never in a city other than the one written, whether by name or by ZIP. */
function isNear({ entry, written, parts }: Near, gazetteer: Gazetteer): boolean {
  if (parts.length > MAX_DIFFERENCES || parts.includes('city') || parts.includes('state')) return false
  if (!parts.includes('zipcode') || written.city !== '') return true
  const place = gazetteer.zip(written.zipcode)
  return place !== undefined && place.state === entry.state && cityKey(place.city) === entry.city
}

function mostAlike(near: readonly Near[]): Candidate[] {
  return near
    .toSorted((a, b) => a.parts.length - b.parts.length || byUnitLikeness(a.written.unit)(a.entry, b.entry))
    .slice(0, MAX_NEAR)
    .map(({ entry, written, parts }) => ({
      entry,
      why: parts
        .map((part) => `${partInWords(part, entry)} instead of ${writtenValue(part, written[part])}`)
        .join(', '),
    }))
}
