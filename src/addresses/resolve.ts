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

/** Where addresses are looked up; a catalogue is one. */
export interface AddressBook {
  addressesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]>
}

export interface Candidate {
  readonly entry: AddressEntry
  /** What tells it from the others, or from what was written: `unit 4`, `unit 4 instead of 9`. */
  readonly why: string
}

/**
 * What an address means: exactly one property, several that fit what was written, or none; then `near` holds those that
 * differ in something that was written, nearest first. A property is never guessed.
 */
export type Resolution =
  | { readonly kind: 'one'; readonly entry: AddressEntry; readonly how: string }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none'; readonly near: readonly Candidate[] }

export interface ResolveOptions {
  /** What is looked for: homes never stand in for buildings, nor buildings for homes. */
  readonly kind?: AddressEntry['kind']
  readonly knownCities?: IsCity
  readonly gazetteer?: Gazetteer
}

const MOST_NEAR = 10

/** An entry that differs in more parts than this is another address. */
const MOST_DIFFERENCES = 2

/** The entries that agree with the likeliest reading of an address that any agrees with; if none does, those that come near. */
export interface AddressMatch {
  /** The reading; undefined when nothing fits. */
  readonly written: ParsedAddress | undefined
  readonly fitting: readonly AddressEntry[]
  readonly near: readonly Candidate[]
}

/** Looks an address up, however it is written. Parts that were not written are free, parts that were written must agree. */
export async function resolveAddress(text: string, book: AddressBook, options?: ResolveOptions): Promise<Resolution> {
  const { written, fitting, near } = await matchAddress(text, book, options)
  return written === undefined ? { kind: 'none', near } : resolutionOf(written, meantAmong(written, fitting))
}

/** Every entry that agrees with what was written, whether or not it has more than that. */
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
 * Among entries that fit, those that are meant. Within one city a street line that was written whole means the property
 * that has nothing beyond it: the house rather than a unit in it, `Main St` rather than `N Main St`. Otherwise nobody
 * could ever name the former. Within one building the house counts before its units too, as long as it is on the book.
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

/** Never in another city than the one that was written, be it by name or by ZIP. */
function isNear({ entry, written, parts }: Near, gazetteer: Gazetteer): boolean {
  if (parts.length > MOST_DIFFERENCES || parts.includes('city') || parts.includes('state')) return false
  if (!parts.includes('zipcode') || written.city !== '') return true
  const place = gazetteer.zip(written.zipcode)
  return place !== undefined && place.state === entry.state && cityKey(place.city) === entry.city
}

function mostAlike(near: readonly Near[]): Candidate[] {
  return near
    .toSorted((a, b) => a.parts.length - b.parts.length || byUnitLikeness(a.written.unit)(a.entry, b.entry))
    .slice(0, MOST_NEAR)
    .map(({ entry, written, parts }) => ({
      entry,
      why: parts
        .map((part) => `${partInWords(part, entry)} instead of ${writtenValue(part, written[part])}`)
        .join(', '),
    }))
}
