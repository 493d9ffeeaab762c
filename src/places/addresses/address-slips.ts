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

/** The addresses to compare with a misspelled text. A catalog implements this interface. */
export interface SlipSource extends AddressBook {
  /** Returns sorted names of streets that begin with this text and have this house number. */
  streetsBeginning(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
  /**
   * Returns a limited number of entries on a street with one of these house numbers, in one of these cities or ZIPs.
   */
  addressesOn(
    street: string,
    houseNumbers: readonly string[],
    cities: readonly string[],
    zipcodes: readonly string[],
  ): Promise<readonly AddressEntry[]>
}

const MAX_SLIPS = 10

/** Longer input is cut: no address is longer, and comparing would take too long. */
const MAX_TEXT = 200

/** Maximum number of street names that are compared with the text. */
const MAX_STREETS = 2000

/** Maximum number of streets per first letter. Used if a house number occurs on `MAX_STREETS` streets or more. */
const MAX_WITH_LETTER = 1000

/** Maximum number of similar streets whose addresses are loaded. */
const MAX_LIKE = 6

/** Maximum number of addresses on similar streets. It is enough for one large building or many houses. */
const MAX_ENTRIES = 1000

/** Maximum number of differing parts, if the text also has a typo or another place. */
const MAX_OTHER_DIFFERENCES = 1

/** Maximum number of differing parts in all other cases. An entry with more differences is a different address. */
const MAX_DIFFERENCES = 2

/** An entry that the text may mean, and the mistakes that the text has if it means this entry. */
interface Slip {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  /** The number of wrong letters, digits and parts. */
  readonly weight: number
  /** Distance between the entry and the city or ZIP in the text. 0 if the entry is in that city or ZIP. */
  readonly miles: number
  why(): string
}

/**
 * Finds homes that a text may mean if it matches no address. The home may be in a neighboring city, the text may
 * misspell one part of its address, or one or two parts may be different. Homes with the fewest mistakes come first,
 * then the closest. Callers may suggest these homes, but must never answer as if the text had named one of them.
 */
export async function addressSlips(
  text: string,
  source: SlipSource,
  gazetteer: Gazetteer = loadGazetteer(),
): Promise<readonly Candidate[]> {
  const start = text.slice(0, MAX_TEXT)
  const readings = addressReadings(start).filter(({ houseNumber, street }) => houseNumber !== '' && street !== '')
  const slips = new Slips(gazetteer)
  const searched = new Set<string>()
  const entriesAt = new Map<string, readonly AddressEntry[]>()
  for (const written of readings) {
    const line = `${written.houseNumber} ${written.street}`
    const entries = entriesAt.get(line) ?? (await source.addressesAt(written.houseNumber, written.street))
    entriesAt.set(line, entries)
    for (const entry of entries) slips.addRead(entry, written)
    const { city, state, zipcode } = written
    const place = [written.street, city, state, zipcode].join('/')
    if (searched.has(place)) continue
    searched.add(place)
    for (const entry of await otherNumbers(written, source, gazetteer)) slips.addNumber(entry, written)
  }
  await addMisspelled(start, readings, source, slips)
  return slips.ranked()
}

/** Finds entries with a similar house number, on the street and in the place that the text names. */
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

/** Adds entries with this house number on streets whose names are similar to words of the text. */
async function addMisspelled(text: string, readings: readonly ParsedAddress[], source: SlipSource, slips: Slips) {
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
        slips.addMisspelled(entry, { ...rest, ...line, houseNumber, street: name }, span.edits + line.edits, () => [
          ...(span.edits > 0
            ? [`street ${inCapitals(shownName(name))} instead of ${inCapitals(street.textOf(span))}`]
            : []),
          ...line.misspelled.map(
            ([part, word]) => `${partInWords(part, entry)} instead of ${writtenValue(part, word)}`,
          ),
        ])
      }
    }
  }
}

/**
 * Returns names of streets with a house number. If there are too many, returns only some of them, including names that
 * begin with the same letters as words of the text.
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
 * Parses unit, city, state and ZIP from the words after a street. Takes a missing state or ZIP from the most likely
 * reading of the whole text.
 */
function placeIn(rest: string, readings: readonly ParsedAddress[]): ParsedAddress {
  const first = readings[0]
  const read = parseAddress(`1 Main St${rest.startsWith(',') ? '' : ','}${rest}`)
  return { ...read, state: read.state || (first?.state ?? ''), zipcode: read.zipcode || (first?.zipcode ?? '') }
}

/** How much a wrong place counts as a mistake, and its distance from the place in the text. */
type Whereabouts = Pick<Slip, 'weight' | 'miles'>

const HERE: Whereabouts = { weight: 0, miles: 0 }

/** How much a wrong city name counts as a mistake if the ZIP shows which city is meant. */
const WRONG_NAME: Whereabouts = { weight: 1, miles: 0 }

const NO_REASONS = (): readonly string[] => []

/**
 * Collects entries that the text may mean. A text can be split into parts in several ways; for each entry, only the way
 * with the fewest mistakes counts.
 */
class Slips {
  readonly #gazetteer: Gazetteer
  readonly #nearCities: NearCities
  readonly #slips = new Map<AddressEntry['id'], Slip>()
  /**
   * Caches comparisons of the place in the text with the place of an entry. A large building has hundreds of entries in
   * one place.
   */
  readonly #places = new Map<string, PlaceOfEntry>()

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer
    this.#nearCities = new NearCities(gazetteer)
  }

  /** Adds an entry whose street the text spells correctly. */
  addRead(entry: AddressEntry, written: ParsedAddress): void {
    this.#add(entry, written, 0, NO_REASONS)
  }

  /** Adds an entry with a different house number. All other parts must agree with the text. */
  addNumber(entry: AddressEntry, written: ParsedAddress): void {
    if (disagreements(written, entry, this.#gazetteer).length > 0) return
    const why = `number ${entry.houseNumber.toUpperCase()} instead of ${written.houseNumber.toUpperCase()}`
    this.#add(entry, written, 1, () => [why])
  }

  addMisspelled(entry: AddressEntry, written: ParsedAddress, edits: number, reasons: () => readonly string[]): void {
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

  /**
   * Returns how much the entry's place counts as a mistake. Undefined if the place is too far away, or a city of the
   * same name in another state.
   */
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
    // a distance of 0 would mean that the entry is in this place
    return miles === undefined ? undefined : { weight: 2, miles: Math.max(miles, Number.EPSILON) }
  }

  ranked(): Candidate[] {
    return [...this.#slips.values()]
      .toSorted((a, b) => a.weight - b.weight || a.miles - b.miles || byNearness(a, b))
      .slice(0, MAX_SLIPS)
      .map(({ entry, why }) => ({ entry, why: why() }))
  }
}

/** The parts in which an entry's place differs from the text, and how much they count as mistakes. */
interface PlaceOfEntry {
  readonly parts: readonly Part[]
  readonly place: Whereabouts | undefined
}

/** How many digits of a ZIP are wrong; 2 means two or more. */
function zipEdits(written: string, zipcode: string): number {
  return editDistance(written, zipcode, 1) ?? 2
}

/**
 * Sorts equally likely entries by similarity to the text: first of the ZIP, then of the house number, then of the unit.
 */
function byNearness({ entry: a, written }: Slip, { entry: b }: Slip): number {
  return (
    zipEdits(written.zipcode, a.zipcode) - zipEdits(written.zipcode, b.zipcode) ||
    numbersApart(written.houseNumber, a.houseNumber) - numbersApart(written.houseNumber, b.houseNumber) ||
    byUnitLikeness(written.unit)(a, b)
  )
}

/**
 * Returns how many letters of a city's name are wrong. Keys shorten words such as `Fort`, so the name is compared with
 * both the key and the displayed name. The smaller number counts.
 */
function cityEdits(city: string, entry: AddressEntry): number | undefined {
  const shownCity = foldText(cityAsShown(entry))
  const most = mostEdits(city)
  const [byKey, asShown] = [editDistance(city, entry.city, most), editDistance(city, shownCity, most)]
  return byKey === undefined || asShown === undefined ? (byKey ?? asShown) : Math.min(byKey, asShown)
}

/** Returns the city from the displayed address: the part before the last comma. */
function cityAsShown({ display }: AddressEntry): string {
  const last = display.lastIndexOf(', ')
  return last < 0 ? '' : display.slice(display.lastIndexOf(', ', last - 1) + 2, last)
}

function shown(part: Part, written: ParsedAddress): string {
  return writtenValue(part, written[part])
}

/** Writes a street's name in full, as most people do. Names with digits, such as `1st`, do not change. */
function shownName(street: string): string {
  return /\d/.test(street) ? street : longName(street.split(' '))
}

/** Capitalizes a street name, because the address book stores it in lower case. */
function inCapitals(street: string): string {
  return writtenValue('city', street)
}
