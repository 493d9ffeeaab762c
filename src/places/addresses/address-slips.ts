import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { foldText } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { type Gazetteer, loadGazetteer } from '../regions/gazetteer.ts'
import { type ParsedAddress, parseAddress } from './address.ts'
import {
  disagreements,
  lineDisagreements,
  type Part,
  partInWords,
  placeDisagreements,
  writtenValue,
} from './agreement.ts'
import { readHead } from './house-number.ts'
import { longName } from './long-names.ts'
import { NearCities } from './near-cities.ts'
import { numbersApart, numbersLike } from './number-slips.ts'
import { addressReadings } from './parsing/readings.ts'
import type { AddressBook, Candidate } from './resolve.ts'
import { byUnitLikeness } from './unit-likeness.ts'
import { wordsOf } from './words.ts'
import { mostEdits, WrittenStreet } from './written-street.ts'

/** The addresses in which slips are looked up. A catalogue implements it. */
export interface SlipSource extends AddressBook {
  /** Names of streets with this prefix that have this house number, in order. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /** Entries on a street with one of these house numbers, in one of these cities or ZIPs, a limited number. */
  addressesOn(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): Promise<readonly AddressEntry[]>
}

const MAX_SLIPS = 10

/** Longer text is no address, and would take time. */
const MAX_TEXT = 200

/** Limit on the street names compared with the one written. */
const MAX_STREETS = 2000

/** Limit on the streets with one first letter, where a house number is on more than `MAX_STREETS`. */
const MAX_WITH_LETTER = 1000

/** Limit on the similar streets whose addresses are read. */
const MAX_LIKE = 6

/** Limit on their addresses: those of one large building, or of many houses. */
const MAX_ENTRIES = 1000

/** Parts that may differ besides the slip itself. */
const MAX_OTHER_DIFFERENCES = 1

/** An entry that differs in more parts is another address. */
const MAX_DIFFERENCES = 2

/** An entry that may be meant, and what is then wrong in the text. */
interface Slip {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  /** Number of wrong letters, digits and parts together. */
  readonly weight: number
  /** Distance from the city or ZIP that was written, where the entry is in another one. */
  readonly miles: number
  why(): string
}

/**
 * Finds homes that an address without a match may mean: one in the city next door, one whose street, city, house
 * number, direction or suffix is misspelt, or one that differs in a part. The likeliest first, then by distance.
 * Callers offer them and never answer one as if it had been asked for.
 */
export async function addressSlips(
  text: string,
  source: SlipSource,
  gazetteer: Gazetteer = loadGazetteer(),
): Promise<readonly Candidate[]> {
  const start = text.slice(0, MAX_TEXT)
  const readings = addressReadings(start).filter(({ houseNumber, street }) => houseNumber !== '' && street !== '')
  const slips = new Slips(gazetteer)
  const asked = new Set<string>()
  const entriesAt = new Map<string, readonly AddressEntry[]>()
  for (const written of readings) {
    const line = `${written.houseNumber} ${written.street}`
    const entries = entriesAt.get(line) ?? (await source.addressesAt(written.houseNumber, written.street))
    entriesAt.set(line, entries)
    for (const entry of entries) slips.addRead(entry, written)
    const { city, state, zipcode } = written
    const question = [written.street, city, state, zipcode].join('/')
    if (asked.has(question)) continue
    asked.add(question)
    for (const entry of await otherNumbers(written, source, gazetteer)) slips.addNumber(entry, written)
  }
  await addMisspelt(start, readings, source, slips)
  return slips.ranked()
}

/** Finds similar house numbers on the street that was written, in the place that was written. */
async function otherNumbers(
  { houseNumber, street, city, state, zipcode }: ParsedAddress,
  source: SlipSource,
  gazetteer: Gazetteer,
): Promise<readonly AddressEntry[]> {
  if (city === '' && zipcode === '') return []
  const isByCity = zipcode === '' && state !== ''
  const zipcodes = isByCity ? gazetteer.zipCodesOfCity(city, state) : [zipcode]
  return source.addressesOn(street, numbersLike(houseNumber), city === '' ? [] : [city], zipcodes)
}

/** Streets that have the house number and are spelled like words of the text. */
async function addMisspelt(text: string, readings: readonly ParsedAddress[], source: SlipSource, slips: Slips) {
  const written = wordsOf(text)
  const places = new Map<number, ParsedAddress>()
  for (const houseNumber of new Set(readings.map((reading) => reading.houseNumber))) {
    const at = written.words.indexOf(houseNumber)
    const street = new WrittenStreet(written, at < 0 ? readHead(written.words).end : at + 1)
    const names = await streetsWith(houseNumber, street, source)
    const like = names
      .map((name) => ({ name, span: street.find(name) }))
      .filter(({ span }) => span !== undefined)
      .sort((a, b) => (a.span?.edits ?? 0) - (b.span?.edits ?? 0) || b.name.length - a.name.length)
    let read = 0
    for (const { name, span } of like.slice(0, MAX_LIKE)) {
      if (span === undefined || read >= MAX_ENTRIES) continue
      const entries = await source.addressesAt(houseNumber, name)
      read += entries.length
      for (const entry of entries) {
        const line = street.around(span, entry)
        if (!street.isReadUntilComma(line.end)) continue
        const rest = places.get(line.end) ?? placeIn(street.after(line.end), readings)
        places.set(line.end, rest)
        slips.addMisspelt(entry, { ...rest, ...line, houseNumber, street: name }, span.edits + line.edits, () => [
          ...(span.edits > 0
            ? [`street ${inCapitals(shownName(name))} instead of ${inCapitals(street.textOf(span))}`]
            : []),
          ...line.misspelt.map(([part, word]) => `${partInWords(part, entry)} instead of ${writtenValue(part, word)}`),
        ])
      }
    }
  }
}

/**
 * Names of streets with a house number. Where there are too many, the list also has all that begin like the one
 * written.
 */
async function streetsWith(houseNumber: string, street: WrittenStreet, source: SlipSource): Promise<readonly string[]> {
  const names = await source.streetsBeginning(houseNumber, '', MAX_STREETS)
  if (names.length < MAX_STREETS) return names
  const all = new Set(names)
  for (const letter of street.firstLetters) {
    for (const name of await source.streetsBeginning(houseNumber, letter, MAX_WITH_LETTER)) all.add(name)
  }
  return [...all]
}

/**
 * Unit, city, state and ZIP from the words behind a street. Parts that are missing there may have stood before the
 * house number.
 */
function placeIn(rest: string, readings: readonly ParsedAddress[]): ParsedAddress {
  const first = readings[0]
  const read = parseAddress(`1 Main St${rest.startsWith(',') ? '' : ','}${rest}`)
  return { ...read, state: read.state || (first?.state ?? ''), zipcode: read.zipcode || (first?.zipcode ?? '') }
}

/** The weight of a place other than the one written, and its distance from that. */
type Whereabouts = Pick<Slip, 'weight' | 'miles'>

const HERE: Whereabouts = { weight: 0, miles: 0 }

/** The ZIP says which city is meant. */
const WRONG_NAME: Whereabouts = { weight: 1, miles: 0 }

const NO_REASONS = (): readonly string[] => []

/** The likeliest slip that each entry needs. */
class Slips {
  readonly #gazetteer: Gazetteer
  readonly #nearCities: NearCities
  readonly #slips = new Map<AddressEntry['id'], Slip>()
  /**
   * Keyed by the place that was written and the entry's, because a large building has hundreds of entries at one place.
   */
  readonly #places = new Map<string, PlaceOfEntry>()

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
    this.#nearCities = new NearCities(gazetteer)
  }

  /** An entry on the street as it was written. */
  addRead(entry: AddressEntry, written: ParsedAddress): void {
    this.#add(entry, written, 0, NO_REASONS)
  }

  /** An entry at another house number: every part that was written must agree. */
  addNumber(entry: AddressEntry, written: ParsedAddress): void {
    if (disagreements(written, entry, this.#gazetteer).length > 0) return
    const why = `number ${entry.houseNumber.toUpperCase()} instead of ${written.houseNumber.toUpperCase()}`
    this.#add(entry, written, 1, () => [why])
  }

  addMisspelt(entry: AddressEntry, written: ParsedAddress, edits: number, reasons: () => readonly string[]): void {
    this.#add(entry, written, edits, reasons)
  }

  #add(entry: AddressEntry, written: ParsedAddress, edits: number, reasons: () => readonly string[]): void {
    if (entry.kind !== 'home') return
    const { parts: ofPlace, place } = this.#placeOfEntry(entry, written)
    if (place === undefined) return
    const ofLine = lineDisagreements(written, entry)
    const others = ofLine.length + Number(ofPlace.includes('zipcode') && place.miles === 0)
    const most = edits + place.weight > 0 ? MAX_OTHER_DIFFERENCES : MAX_DIFFERENCES
    if (others > most) return
    const weight = edits + others + place.weight
    const cached = this.#slips.get(entry.id)
    if (weight === 0 || (cached !== undefined && cached.weight <= weight)) return
    const why = () =>
      [
        ...reasons(),
        ...[...ofLine, ...ofPlace].map((part) => `${partInWords(part, entry)} instead of ${shown(part, written)}`),
      ].join(', ')
    this.#slips.set(entry.id, { entry, written, weight, miles: place.miles, why })
  }

  #placeOfEntry(entry: AddressEntry, written: ParsedAddress): PlaceOfEntry {
    const [to, from] = [written, entry].map(({ city, state, zipcode }) => `${city}/${state}/${zipcode}`)
    const key = `${to}/${from}/${cityAsShown(entry)}`
    const cached = this.#places.get(key)
    if (cached !== undefined) return cached
    const parts = placeDisagreements(written, entry, this.#gazetteer)
    const reading = { parts, place: this.#placeOf(entry, written, parts) }
    this.#places.set(key, reading)
    return reading
  }

  /** The weight of a city or state that disagrees; undefined where it is too far away. */
  #placeOf(entry: AddressEntry, written: ParsedAddress, parts: readonly Part[]): Whereabouts | undefined {
    const isOtherState = parts.includes('state')
    const isOtherZip = written.city === '' && parts.includes('zipcode')
    if (!isOtherState && !isOtherZip && !parts.includes('city')) return HERE
    if (!isOtherState && written.zipcode === entry.zipcode) return WRONG_NAME
    const edits = isOtherState || isOtherZip ? undefined : cityEdits(written.city, entry)
    if (edits !== undefined) return { weight: edits, miles: 0 }
    if (isOtherZip && !isOtherState && editDistance(written.zipcode, entry.zipcode, 1) === 1) return HERE
    if (isOtherState && written.city !== '' && !parts.includes('city')) return undefined
    const miles = this.#nearCities.milesTo(entry, written)
    return miles === undefined ? undefined : { weight: 2, miles: Math.max(miles, Number.EPSILON) } // 0 means: in it
  }

  ranked(): Candidate[] {
    return [...this.#slips.values()]
      .toSorted((a, b) => a.weight - b.weight || a.miles - b.miles || byNearness(a, b))
      .slice(0, MAX_SLIPS)
      .map(({ entry, why }) => ({ entry, why: why() }))
  }
}

/** The parts in which an entry's place disagrees with the one written, and their weight. */
interface PlaceOfEntry {
  readonly parts: readonly Part[]
  readonly place: Whereabouts | undefined
}

/** Returns two for ZIPs that are further apart than a slip. */
function zipEdits(written: string, zipcode: string): number {
  return editDistance(written, zipcode, 1) ?? 2
}

/** Orders entries that are equally likely: the same ZIP or one like it, then the house number, then the unit. */
function byNearness({ entry: a, written }: Slip, { entry: b }: Slip): number {
  return (
    zipEdits(written.zipcode, a.zipcode) - zipEdits(written.zipcode, b.zipcode) ||
    numbersApart(written.houseNumber, a.houseNumber) - numbersApart(written.houseNumber, b.houseNumber) ||
    byUnitLikeness(written.unit)(a, b)
  )
}

/** Wrong letters in a city's name, either by its key or as it is shown: `Fort` is short in keys. */
function cityEdits(city: string, entry: AddressEntry): number | undefined {
  const shownCity = foldText(cityAsShown(entry))
  const most = mostEdits(city)
  const [byKey, asShown] = [editDistance(city, entry.city, most), editDistance(city, shownCity, most)]
  return byKey === undefined || asShown === undefined ? (byKey ?? asShown) : Math.min(byKey, asShown)
}

/** The display text has the city before its last comma. */
function cityAsShown({ display }: AddressEntry): string {
  const last = display.lastIndexOf(', ')
  return last < 0 ? '' : display.slice(display.lastIndexOf(', ', last - 1) + 2, last)
}

function shown(part: Part, written: ParsedAddress): string {
  return writtenValue(part, written[part])
}

/** Writes the name in full, like most people do; `1st` stays. */
function shownName(street: string): string {
  return /\d/.test(street) ? street : longName(street.split(' '))
}

/** Street names are stored in lower case, like city names. */
function inCapitals(street: string): string {
  return writtenValue('city', street)
}
