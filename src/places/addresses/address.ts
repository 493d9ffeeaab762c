import { isDigit } from '../../kit/names/letters.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { cityKeyOf, isNameOfSomebody, type Place, streetAndUnits } from './address-segments.ts'
import { isKnownCity } from './city-names.ts'
import { type AddressHead, NO_HEAD, readHead } from './house-number.ts'
import { ordinal } from './ordinals.ts'
import { type CitySearch, cityStart, type IsCity, knownCityStarts } from './parsing/address-city.ts'
import { type AddressTail, isZip, readTail } from './parsing/address-tail.ts'
import { type FrontPlace, frontPlace } from './parsing/front-place.ts'
import { readStreet } from './parsing/street-parse.ts'
import { isSuffix } from './street-suffixes.ts'
import { loneUnit, unitAt } from './unit-designators.ts'
import { type Words, wordsOf } from './words.ts'

export type { CitySearch, IsCity } from './parsing/address-city.ts'

/** The normalized parts of a street line. A missing part is empty. */
export interface StreetParts {
  readonly houseNumber: string
  /** `n`, `ne`, and so on. */
  readonly preDirection: string
  /** The name without directions and suffix. */
  readonly street: string
  /** Postal abbreviation: `st`, `ave`, and so on. */
  readonly suffix: string
  readonly postDirection: string
  /** The unit without its designator: `4b`. Floors and buildings keep their designators: `fl 3`, `bldg 2`. */
  readonly unit: string
}

export interface ParsedAddress extends StreetParts {
  /** In the form of `cityKey`. */
  readonly city: string
  /** Two capital letters. */
  readonly state: string
  /** Five digits. */
  readonly zipcode: string
  /**
   * All other words of the text, in the form of `cityKey`: further names of places, and words that were not understood.
   * A look-up must find each of these words in an entry or ask the caller.
   */
  readonly others: readonly string[]
}

/** Whether the gazetteer knows a city. This is the default for look-ups. */
export const gazetteerCity: IsCity = (name, state) => isKnownCity(name, state, loadGazetteer())

/** Settings for addresses that can be parsed in several ways. */
export interface ReadingChoice {
  readonly citySearch?: CitySearch
  /** Whether a number before another number is a ZIP: `94607 824 Webster St`. */
  readonly zipFirst?: boolean
  /**
   * Whether words before a number begin the street line (`Carr 181 Km 6.9`). Otherwise they name a place or a person.
   */
  readonly isLineFirst?: boolean
}

/**
 * Parses an address as people write it. Never throws, and takes linear time. Reads an ambiguous text as a letter
 * carrier would. If no comma separates street and city, `knownCities` decides where the city begins.
 */
export function parseAddress(
  text: string,
  knownCities: IsCity = gazetteerCity,
  choice: ReadingChoice = {},
): ParsedAddress {
  return readAddress(wordsOf(text), knownCities, choice)
}

/** Parses an address that is already split into words, like `parseAddress`. */
export function readAddress(all: Words, isCity: IsCity, choice: ReadingChoice): ParsedAddress {
  const front = choice.isLineFirst ? undefined : frontPlace(all, isCity, choice.zipFirst === true)
  const line = front === undefined ? all : wordsFrom(all, front.end)
  const { unit, ...whole } = withoutUnitAfterPlace(withNumberApart(line))
  const number = choice.isLineFirst ? NO_HEAD : readHead(whole.words, whole.breaks)
  const written = zipAtEnd(whole, number)
  const head = isLoneZip(written, number, isCity) ? NO_HEAD : number
  const tail = readTail(written, head.end, isCity)
  const place = readPlace(written, head, tail, isCity, choice.citySearch ?? 'sure')
  const parts = partsOf(written, head, place)
  const read = {
    ...parts,
    unit: joinedUnits(parts.unit, unit),
    city: place.city,
    state: tail.state,
    zipcode: tail.zipcode,
  }
  const others = othersOf(head, place, tail)
  const isSecondUnit = head.unit !== '' && head.unit !== parts.unit
  return withFront({ ...read, others: isSecondUnit ? [...others, `unit ${head.unit}`] : others }, front)
}

function wordsFrom({ words, breaks }: Words, start: number): Words {
  return { words: words.slice(start), breaks: [false, ...breaks.slice(start + 1)] }
}

/** Separates a number from a name: `123Main St` → `123 main st`. Ordinals stay whole: `5th Ave`. */
function withNumberApart({ words, breaks }: Words): Words {
  const at = words.findIndex((word) => isDigit(word.charCodeAt(0)))
  const [, number = '', name = ''] = at < 0 ? [] : (/^(\d{1,6})([a-z]{3,})$/.exec(words[at] ?? '') ?? [])
  const isOrdinal = ordinal(Number(number)) === number + name.slice(0, 2) && isSuffix(name.slice(2)) // `5thAve`
  if (number === '' || isOrdinal) return { words, breaks }
  return { words: words.toSpliced(at, 1, number, name), breaks: breaks.toSpliced(at + 1, 0, false) }
}

/** Maximum number of words in a unit: `Bldg 3 Fl 2 Apt 4`. */
const MAX_UNIT_WORDS = 6

/**
 * Moves a unit after the ZIP out of the words and returns it separately: `824 Webster St, Oakland, CA 94607, Apt 4`.
 */
function withoutUnitAfterPlace({ words, breaks }: Words): Words & { readonly unit: string } {
  const end = words.length
  const start = words.findLastIndex((word, at) => at > 2 && at >= end - 1 - MAX_UNIT_WORDS && isZip(word)) + 1
  if (start === 0 || start === end) return { words, breaks, unit: '' }
  const door = unitAt(words, start, end)
  const isLone = breaks[start] === true && !/^\d{4}$/.test(words[start] ?? '')
  const unit = door?.end === end ? door.unit : isLone ? loneUnit(words.slice(start)) : ''
  return unit === '' ? { words, breaks, unit } : { words: words.slice(0, start), breaks: breaks.slice(0, start), unit }
}

function joinedUnits(unit: string, after: string): string {
  return unit === '' || after === '' ? unit + after : `${unit} ${after}`
}

/**
 * Returns the words that belong to no other part. If a place follows the street, words before the number that can name
 * a building or a recipient are left out. Otherwise they may be a place, a unit or another street.
 */
function othersOf({ front, end }: AddressHead, { city, others }: Place, { zipcode }: AddressTail): readonly string[] {
  if (front.length === 0 || end === 0) return others
  const isName = (city !== '' || zipcode !== '') && isNameOfSomebody(front)
  return isName ? others : [cityKeyOf(front), ...others]
}

/**
 * Adds a place from before the street. Parts that contradict the place after the street go to `others`, the words that
 * a look-up must find or ask about.
 */
function withFront(read: ParsedAddress, front: FrontPlace | undefined): ParsedAddress {
  if (front === undefined) return read
  const others = [...read.others]
  const merged = (part: 'city' | 'state' | 'zipcode') => {
    const [before, after] = [front[part], read[part]]
    if (before !== '' && after !== '' && before !== after) others.push(before.toLowerCase())
    return after || before
  }
  return { ...read, city: merged('city'), state: merged('state'), zipcode: merged('zipcode'), others }
}

/**
 * Parses a line that ends with the street or the unit: `1204 N Lamar Blvd APT 4`. Never throws.
 * Stored data depends on the result: address books, keys of homes, and hashes of people who asked to be hidden. The
 * hashes cannot be computed again. Any change of the result therefore needs a new version of the catalog's format
 * (`tools/versions.ts`) and an addition to `privacy/former-reading.ts`.
 */
export function streetParts(streetAddress: string): StreetParts {
  const written = wordsOf(streetAddress)
  const head = readHead(written.words, written.breaks)
  return partsOf(written, head, streetAndUnits(written, head.end, written.words.length))
}

/** Moves a ZIP from before its city to the end: `2616 Osprey Dr, 75074 Plano TX`. */
function zipAtEnd({ words, breaks }: Words, { end }: AddressHead): Words {
  const last = words.length - 1
  if (isZip(words[last] ?? '')) return { words, breaks }
  const at = words.findIndex((word, index) => index > end && index < last && breaks[index] === true && isZip(word))
  if (at < 0 || breaks[at + 1] === true) return { words, breaks }
  return {
    words: [...words.slice(0, at), ...words.slice(at + 1), words[at] ?? ''],
    breaks: [...breaks.slice(0, at + 1), ...breaks.slice(at + 2), false],
  }
}

/** Whether the first number is a ZIP, because nothing or only a state follows: `98178`, `98178 WA`. */
function isLoneZip(written: Words, head: AddressHead, isCity: IsCity): boolean {
  return /^\d{5}(-\d{4})?$/.test(written.words[0] ?? '') && readTail(written, head.end, isCity).end === head.end
}

function readPlace(written: Words, head: AddressHead, tail: AddressTail, isCity: IsCity, search: CitySearch): Place {
  const place = streetAndUnits(written, head.end, tail.end)
  if (place.city !== '') return place
  const { state, zipcode } = tail
  const isExpected = state !== '' || zipcode !== ''
  const facts = { isCity, search, state, isExpected, mayBeAlone: head.houseNumber === '' }
  const streetEnd = cityStart(written.words, head.end, place.streetEnd, facts)
  const [city = '', ...others] = placesIn(written.words.slice(streetEnd, place.streetEnd), state, isCity)
  return { ...place, streetEnd, city, others: others.length > 0 ? [...others, ...place.others] : place.others }
}

/** Maximum number of places in a text. People rarely write more than a neighborhood, a borough and a city. */
const MAX_PLACES = 3

/** Splits names without commas at known cities, from the end: `crown heights brooklyn nyc`. */
function placesIn(words: readonly string[], state: string, isCity: IsCity): string[] {
  const places: string[] = []
  let end = words.length
  while (end > 0 && places.length < MAX_PLACES) {
    const isWhole = end === 1 || isCity(cityKeyOf(words.slice(0, end)), state)
    const at = isWhole ? 0 : (knownCityStarts(words, 1, end, state, isCity)[0] ?? 0)
    places.push(cityKeyOf(words.slice(at, end)))
    end = at
  }
  return end > 0 ? [...places, cityKeyOf(words.slice(0, end))] : places
}

/** Lists every key, because spreading is slower and this runs for every home that an import writes. */
function partsOf({ words }: Words, head: AddressHead, place: Place): StreetParts {
  const { preDirection, street, suffix, postDirection, unit } = readStreet(words.slice(head.end, place.streetEnd))
  const { houseNumber } = head
  return { houseNumber, preDirection, street, suffix, postDirection, unit: place.unit || unit || head.unit }
}
