import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import { type Gazetteer, loadGazetteer } from '../regions/gazetteer.ts'
import { gazetteerCity, type IsCity, type ParsedAddress } from './address.ts'
import {
  differingParts,
  disagreements,
  isWholeLine,
  mayBeAnyNeighborhood,
  mayBePartOfCity,
  mayBeSlipOfCity,
  notRead,
  type Part,
  partInWords,
  partsLeftOut,
  writtenValue,
} from './agreement.ts'
import { longSuffix } from './long-names.ts'
import { namesHome } from './numberless-lines.ts'
import { isRangeOn } from './parsing/numberless-spellings.ts'
import { likelyReadings } from './parsing/readings.ts'
import { kindAdded, respellings, respellingsOfStreet } from './parsing/respellings.ts'
import { byUnitLikeness } from './unit-likeness.ts'
import { doubtfulParts, type StreetLines } from './unwritten-parts.ts'

/** The address book of a catalog, in which addresses are looked up. */
export interface AddressBook extends StreetLines {
  /** Returns the entries at an address. With a unit, it may leave out other units: large buildings have hundreds. */
  addressesAt(houseNumber: string, street: string, unit?: string): Promise<readonly AddressEntry[]>
  /**
   * Returns sorted names of streets that begin with this text and have this house number. Without this method, blanks
   * in names must match exactly.
   */
  streetsBeginning?(houseNumber: string, beginning: string, limit: number): Promise<readonly string[]>
}

export interface Candidate {
  readonly entry: AddressEntry
  /** How the entry differs from the other candidates or from the text: `unit 4`, `unit 4 instead of 9`. */
  readonly why: string
}

/**
 * The result of a look-up: exactly one property, several candidates, or none. The look-up never guesses. `inPart`: some
 * words of the text were not understood, and all others agree with the candidates; there may be only one candidate.
 * `doubtful`: parts that the text lacks, so that it may mean another property than the only match. `near`: properties
 * that differ from the text in a part, nearest first.
 */
export type Resolution =
  | { readonly kind: 'one'; readonly entry: AddressEntry; readonly how: string }
  | {
      readonly kind: 'several'
      readonly candidates: readonly Candidate[]
      readonly inPart?: true
      readonly doubtful?: readonly Part[]
    }
  | { readonly kind: 'none'; readonly near: readonly Candidate[] }

export interface ResolveOptions {
  /**
   * The kind of entry to find. A search for homes never returns buildings, and a search for buildings never returns
   * homes.
   */
  readonly kind?: AddressEntry['kind']
  readonly knownCities?: IsCity
  readonly gazetteer?: Gazetteer
}

const MAX_NEAR = 10

/**
 * Maximum number of parts in which a suggested entry may differ. An entry with more differences is a different address.
 */
const MAX_DIFFERENCES = 2

/**
 * The matches of the most likely reading (way to split the text into parts) that has a match. If no reading has a
 * match, the nearest entries.
 */
export interface AddressMatch {
  /** The reading that matched; undefined if none did. */
  readonly written: ParsedAddress | undefined
  readonly fitting: readonly AddressEntry[]
  readonly near: readonly Candidate[]
  /** Whether the nearest entries agree with all words that were understood, although some words were not understood. */
  readonly nearFitsInPart: boolean
}

/** Looks up an address in any spelling. Parts that the text has must match; parts that it lacks may have any value. */
export async function resolveAddress(text: string, book: AddressBook, options?: ResolveOptions): Promise<Resolution> {
  const { written, fitting, near, nearFitsInPart } = await matchAddress(text, book, options)
  if (nearFitsInPart) return { kind: 'several', candidates: near, inPart: true }
  if (written === undefined) return { kind: 'none', near }
  const intended = intendedAmong(written, fitting)
  const [only] = intended
  if (only === undefined || intended.length > 1) return { kind: 'several', candidates: candidatesOf(intended) }
  const doubtful = await doubtfulParts(written, only, book)
  return doubtful.length > 0 ? doubted(only, doubtful) : resolutionOf(written, only)
}

function doubted(entry: AddressEntry, doubtful: readonly Part[]): Resolution {
  const why = doubtful.map((part) => partInWords(part, entry)).join(', ')
  return { kind: 'several', candidates: [{ entry, why }], doubtful }
}

/** Returns every entry that matches the text, including entries with additional parts. */
export async function matchAddress(
  text: string,
  book: AddressBook,
  { kind = 'home', knownCities = gazetteerCity, gazetteer = loadGazetteer() }: ResolveOptions = {},
): Promise<AddressMatch> {
  const search = new Search(book, kind, knownCities, gazetteer)
  const readings: ParsedAddress[] = []
  let isNumberFirst: boolean | undefined
  for (const written of search.likeliestFirst(likelyReadings(text, knownCities))) {
    isNumberFirst ??= written.houseNumber !== ''
    if (!namesHome(written)) continue
    const doors = readings.length === 0 && written.unit !== '' ? await search.doorsOf(written) : []
    const fitting = doors.length > 0 ? doors : await search.at([written])
    if (fitting.length > 0) return matched(written, [...fitting, ...(await search.withKindOf(written, fitting))])
    readings.push(written)
  }
  const ways = isNumberFirst ? [respellings, search.withOtherBlanks, search.withinRange] : [respellingsOfStreet]
  for (const others of kind === 'person' ? [] : ways) {
    if (search.inPart.length > 0) break
    const spelled = await Promise.all(readings.map(async (reading) => others(reading)))
    search.prefetch(spelled.flat())
    for (const [i, written] of readings.entries()) {
      const fitting = await search.at(spelled[i] ?? [])
      if (fitting.length === 0) continue
      if (search.inPart.length === 0) return matched(written, fitting)
      search.addInPart(fitting)
    }
  }
  const inPart = search.inPart.length > 0 ? search.inPart : search.inOneCity
  const nearFitsInPart = inPart.length > 0
  return { written: undefined, fitting: [], near: nearFitsInPart ? inPart : search.near(), nearFitsInPart }
}

function matched(written: ParsedAddress, fitting: readonly AddressEntry[]): AddressMatch {
  return { written, fitting, near: [], nearFitsInPart: false }
}

/**
 * One look-up. It matches the readings of a text (ways to split it into parts), and collects entries that match only in
 * part.
 */
class Search {
  readonly #book: AddressBook
  readonly #kind: AddressEntry['kind']
  readonly #isCity: IsCity
  readonly #gazetteer: Gazetteer
  readonly #near = new Map<AddressEntry['id'], Near>()
  readonly #inPart = new Map<AddressEntry['id'], Candidate>()
  #isCityMisspelled = false
  /** Entries in cities that may contain the text's city as a neighborhood. */
  readonly #elsewhere = new Map<AddressEntry['id'], { readonly entry: AddressEntry; readonly city: string }>()
  readonly #lookups = new Map<string, Promise<readonly AddressEntry[]>>()
  readonly #streets = new Map<string, Promise<readonly string[]>>()

  constructor(book: AddressBook, kind: AddressEntry['kind'], isCity: IsCity, gazetteer: Gazetteer) {
    this.#book = book
    this.#kind = kind
    this.#isCity = isCity
    this.#gazetteer = gazetteer
  }

  /** Returns entries that agree in every part with one of these readings. Every word of the text must be used. */
  async at(readings: readonly ParsedAddress[]): Promise<readonly AddressEntry[]> {
    const fitting = new Map<AddressEntry['id'], AddressEntry>()
    // requests all together, so that a database answers them in one statement
    const entries = await Promise.all(readings.map(({ houseNumber, street }) => this.#entriesAt(houseNumber, street)))
    for (const [i, written] of readings.entries()) {
      for (const entry of entries[i] ?? []) if (this.#fits(written, entry)) fitting.set(entry.id, entry)
    }
    return [...fitting.values()]
  }

  /** Starts the look-ups that `at` may need, so that a database answers all of them in one statement. */
  prefetch(readings: readonly ParsedAddress[]): void {
    // the later call of `at` reports the error
    for (const { houseNumber, street } of readings) this.#entriesAt(houseNumber, street).catch(() => {})
  }

  /**
   * Yields the most likely reading (way to split the text into parts), which usually matches. Then starts the look-ups
   * for all other readings and yields them.
   */
  *likeliestFirst(likely: Generator<ParsedAddress>): Generator<ParsedAddress> {
    const { value: likeliest } = likely.next()
    if (likeliest !== undefined) yield likeliest
    const others = [...likely]
    this.prefetch(others.filter(namesHome))
    yield* others
  }

  /** Also finds `12 Calle Sol` for `12 Sol`, because the text may mean Calle Sol as well as Sol Avenue. */
  async withKindOf(written: ParsedAddress, fitting: readonly AddressEntry[]): Promise<readonly AddressEntry[]> {
    const isWithoutKind = this.#kind === 'home' && fitting.every(({ suffix }) => suffix !== '')
    return isWithoutKind ? this.at(kindAdded(written)) : []
  }

  /** Finds matching entries with a query for this unit only. Most look-ups need no further query. */
  async doorsOf(written: ParsedAddress): Promise<readonly AddressEntry[]> {
    const { houseNumber, street, unit } = written
    const doors = await this.#book.addressesAt(houseNumber, street, unit)
    return doors.filter((entry) => entry.kind === this.#kind && this.#fits(written, entry))
  }

  #entriesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]> {
    const key = `${houseNumber} ${street}`
    const lookup = this.#lookups.get(key) ?? this.#readEntriesAt(houseNumber, street)
    this.#lookups.set(key, lookup)
    return lookup
  }

  async #readEntriesAt(houseNumber: string, street: string): Promise<readonly AddressEntry[]> {
    return (await this.#book.addressesAt(houseNumber, street)).filter(({ kind }) => kind === this.#kind)
  }

  #fits(written: ParsedAddress, entry: AddressEntry): boolean {
    const parts = disagreements(written, entry, this.#gazetteer)
    const unread = notRead(written, entry, this.#gazetteer)
    if (parts.length === 0 && unread.length === 0) return true
    const isOnlyCity = parts.length === 1 && parts[0] === 'city'
    if (parts.length === 0 || (isOnlyCity && mayBePartOfCity(written, entry, this.#gazetteer, this.#isCity))) {
      const others = [...unread, ...(isOnlyCity ? [written.city] : [])]
      if (!this.#inPart.has(entry.id)) this.#inPart.set(entry.id, { entry, why: notReadInWords(others) })
    } else if (isOnlyCity && unread.length === 0 && mayBeAnyNeighborhood(written, this.#isCity)) {
      if (mayBeSlipOfCity(written, entry)) this.#isCityMisspelled = true
      this.#elsewhere.set(entry.id, { entry, city: written.city })
    } else if (unread.length === 0 && !this.#near.has(entry.id)) {
      const near = { entry, written, parts }
      if (isNear(near, this.#gazetteer)) this.#near.set(entry.id, near)
    }
    return false
  }

  /**
   * Finds the same house on streets whose names differ only in blanks: `Mc Donald` and `McDonald`, `Iron Bridge` and
   * `Ironbridge`.
   */
  readonly withOtherBlanks = async (written: ParsedAddress): Promise<readonly ParsedAddress[]> => {
    const { houseNumber, street } = written
    const letters = lettersOf(street)
    return (await this.#streetsBeginning(houseNumber, street.slice(0, 1)))
      .filter((name) => name !== street && lettersOf(name) === letters)
      .map((name) => ({ ...written, street: name }))
  }

  /**
   * Finds lines such as `5401/5409 Flatlands Ave` by one of their numbers. The original number stays in `others` (words
   * not understood), so that the look-up asks the caller.
   */
  readonly withinRange = async (written: ParsedAddress): Promise<readonly ParsedAddress[]> => {
    const { houseNumber, others } = written
    if (!/^\d{3,6}$/.test(houseNumber)) return []
    const numberless = { ...written, houseNumber: '', others: [...others, houseNumber] }
    return (await this.#streetsBeginning('', houseNumber.slice(0, -2)))
      .filter((name) => isRangeOn(name, written))
      .map((name) => ({ ...numberless, street: name }))
  }

  #streetsBeginning(houseNumber: string, beginning: string): Promise<readonly string[]> {
    const key = `${houseNumber} ${beginning}`
    const lookup = this.#streets.get(key) ?? this.#readStreets(houseNumber, beginning)
    this.#streets.set(key, lookup)
    return lookup
  }

  async #readStreets(houseNumber: string, beginning: string): Promise<readonly string[]> {
    return (await this.#book.streetsBeginning?.(houseNumber, beginning, MAX_STREETS)) ?? []
  }

  /** Puts these entries, whose spelling differs from the text, before entries that agree in part. */
  addInPart(fitting: readonly AddressEntry[]): void {
    const inPart = [...this.#inPart]
    this.#inPart.clear()
    for (const entry of fitting) this.#inPart.set(entry.id, { entry, why: spelledInWords(entry) })
    for (const [id, candidate] of inPart) if (!this.#inPart.has(id)) this.#inPart.set(id, candidate)
  }

  get inPart(): readonly Candidate[] {
    return [...this.#inPart.values()].slice(0, MAX_NEAR)
  }

  /**
   * Entries in the only city that may contain the text's city as a neighborhood. Empty if several cities may contain
   * it. Also empty if the text may misspell a city, or if the text's city is a place of its own.
   */
  get inOneCity(): readonly Candidate[] {
    const all = [...this.#elsewhere.values()]
    const cities = new Set(all.map(({ entry }) => `${entry.city}/${entry.state}`))
    if (this.#isCityMisspelled || cities.size !== 1 || all.some(({ entry, city }) => this.#isPlace(city, entry.state)))
      return []
    return all.slice(0, MAX_NEAR).map(({ entry, city }) => ({ entry, why: notReadInWords([city]) }))
  }

  /** Called last, because its first call reads the Census's list of places. */
  #isPlace(city: string, state: string): boolean {
    return this.#gazetteer.placesNamed(city, state).length > 0
  }

  near(): readonly Candidate[] {
    return mostAlike([...this.#near.values()])
  }
}

/** Maximum number of streets with a house number whose names are compared. */
const MAX_STREETS = 1000

/** Returns a name without blanks, with full words. Numbers stay separate: `km 6 9` is not `km 69`. */
function lettersOf(street: string): string {
  return street.split(' ').map(longSuffix).join('') + (street.match(/\d+/g) ?? []).join(' ')
}

function resolutionOf(written: ParsedAddress, entry: AddressEntry): Resolution {
  const leftOut = partsLeftOut(written, entry)
  const how =
    leftOut.length === 0 ? 'Every part agrees.' : `Not written: ${leftOut.join(', ')}; only one property fits.`
  return { kind: 'one', entry, how }
}

/**
 * Returns the matching entries that the text means. Within one city, an entry without additional parts wins: the house
 * over a unit in the house, `Main St` over `N Main St`. Otherwise no text could ever mean the house or `Main St`.
 * Within one building, the house wins over its units.
 */
function intendedAmong(written: ParsedAddress, fitting: readonly AddressEntry[]): readonly AddressEntry[] {
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

/** Lists the words of the text that match nothing in the entry: `not read: "hoa"`. */
function notReadInWords(others: readonly string[]): string {
  return `not read: ${others.map((other) => `"${other}"`).join(', ')}`
}

function spelledInWords({ houseNumber, street }: AddressEntry): string {
  return `spelled "${houseNumber} ${street}"`
}

const byDisplay = new Intl.Collator('en-US', { numeric: true })

function candidatesOf(entries: readonly AddressEntry[]): Candidate[] {
  const parts = differingParts(entries)
  const isOneStreet = new Set(entries.map(({ street }) => street)).size < 2
  return entries
    .toSorted((a, b) => byDisplay.compare(a.display, b.display))
    .map((entry) => {
      const street = isOneStreet ? [] : [`street ${writtenValue('city', entry.street)}`]
      const why = [...street, ...parts.map((part) => partInWords(part, entry))].join(', ')
      return { entry, why: why || `record ${entry.id}` }
    })
}

interface Near {
  readonly entry: AddressEntry
  readonly written: ParsedAddress
  readonly parts: readonly Part[]
}

/**
 * Whether an entry may be suggested: it differs in few parts, and is in the text's city (or, if the text has no city,
 * in the city of its ZIP).
 */
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
