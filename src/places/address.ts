import { type AddressTail, type IsCity, knownCityStarts, readTail } from './address-tail.ts'
import { DIRECTION_OF, joinedDirection } from './directions.ts'
import { loadGazetteer } from './gazetteer.ts'
import { type HouseNumber, houseNumberAt } from './house-number.ts'
import { cityKey } from './name-key.ts'
import { isWholeStreet, readStreet } from './street-parse.ts'
import { isPlainSuffix, SUFFIX_OF } from './street-suffixes.ts'
import { isUnitIdentifier, LONE_DOOR_OF, unitAt, unitKey } from './unit-designators.ts'
import { type Words, wordsOf } from './words.ts'

export type { IsCity } from './address-tail.ts'

/** What stands in a street line. Every part is normalised, and empty when it is not written. */
export interface StreetParts {
  readonly houseNumber: string
  /** `n`, `ne`, … */
  readonly preDirection: string
  /** Name without directions and suffix. */
  readonly street: string
  /** Postal abbreviation: `st`, `ave`, … */
  readonly suffix: string
  readonly postDirection: string
  /** Without its designator: `4b`; `fl 3` and `bldg 2` keep theirs, being no doors. */
  readonly unit: string
}

export interface ParsedAddress extends StreetParts {
  /** As `cityKey` writes it. */
  readonly city: string
  /** Two capital letters. */
  readonly state: string
  /** Five digits. */
  readonly zipcode: string
}

/** The cities of the gazetteer: what look-ups use unless told otherwise. */
export const gazetteerCity: IsCity = (name, state) => loadGazetteer().hasCity(name, state)

/**
 * Where to look for a city that no comma sets apart: after a whole street only, the longest name (`sure`) or the
 * shortest (`shortest`), or after any word (`anywhere`).
 */
export type CitySearch = 'sure' | 'shortest' | 'anywhere'

/**
 * Reads an address as people write it. Never throws and takes time linear in the text; what cannot be told apart is
 * read the way a letter carrier would. `knownCities` decides where a street ends and a city begins when no comma does.
 */
export function parseAddress(
  text: string,
  knownCities: IsCity = gazetteerCity,
  citySearch: CitySearch = 'sure',
): ParsedAddress {
  const written = wordsOf(text)
  const number = readHead(written)
  const isZip = number.end > 0 && isLoneZip(written, number, knownCities)
  const head = isZip ? { houseNumber: '', unit: '', end: 0 } : number
  const tail = readTail(written, head.end, knownCities)
  const place = splitStreet(written, head, tail, (start, end) =>
    cityStart(written.words, head, { start, end }, tail, knownCities, citySearch),
  )
  return { ...streetPartsOf(written, head, place), city: place.city, state: tail.state, zipcode: tail.zipcode }
}

/** The parts of a line that holds a street and nothing after it: `1204 N Lamar Blvd APT 4`. Never throws. */
export function streetParts(streetAddress: string): StreetParts {
  const written = wordsOf(streetAddress)
  const head = readHead(written)
  return streetPartsOf(written, head, streetAndUnits(written, head.end, written.words.length))
}

/** House number, and a unit in front of it: `Apt 4, 123 Main St`. */
interface AddressHead {
  readonly houseNumber: string
  readonly unit: string
  /** Index of the street's first word. */
  readonly end: number
}

/** What follows the house number, up to state and ZIP. */
interface Place {
  /** Index of the first word that is no longer the street. */
  readonly streetEnd: number
  readonly unit: string
  readonly city: string
}

function streetPartsOf({ words }: Words, head: AddressHead, place: Place): StreetParts {
  const { unit, ...street } = readStreet(words.slice(head.end, place.streetEnd))
  return { houseNumber: head.houseNumber, ...street, unit: place.unit || unit || head.unit }
}

function readHead({ words }: Words): AddressHead {
  const unit = unitAt(words, 0, words.length)
  const start = unit?.end ?? 0
  const number = houseNumberAt(words, start, words.length) ?? houseNumberAfterName(words, start)
  if (number !== undefined) return { ...number, unit: unit?.unit ?? '' }
  return words[0] === '#' && unit !== undefined
    ? { houseNumber: unit.unit, unit: '', end: start }
    : { houseNumber: '', unit: '', end: 0 }
}

/** `98178`, `98178 WA`: a number that nothing but a state follows is a ZIP. */
function isLoneZip(written: Words, head: AddressHead, isCity: IsCity): boolean {
  return /^\d{5}(-\d{4})?$/.test(written.words[0] ?? '') && readTail(written, head.end, isCity).end === head.end
}

/** The name of a house or of a recipient may come first: `The Carlyle, 35 E 76th St`. Then a street must follow. */
function houseNumberAfterName(words: readonly string[], start: number): HouseNumber | undefined {
  const at = words.findIndex((word, index) => index > start && /^\d+[a-z]?$/.test(word))
  if (at < 0 || words.slice(start, at).some(isSuffix) || !words.slice(at + 2, at + MOST_STREET_WORDS).some(isSuffix)) {
    return undefined
  }
  return houseNumberAt(words, at, words.length)
}

function splitStreet(
  written: Words,
  head: AddressHead,
  tail: AddressTail,
  cityStartWithin: (start: number, end: number) => number,
): Place {
  const place = streetAndUnits(written, head.end, tail.end)
  if (place.city !== '') return place
  const streetEnd = cityStartWithin(head.end, place.streetEnd)
  return { ...place, streetEnd, city: cityOf(written.words.slice(streetEnd, place.streetEnd)) }
}

function cityOf(words: readonly string[]): string {
  return cityKey(words.join(' '))
}

/** Goes through the segments between commas: the first is the street, the others units, and the last the city. */
function streetAndUnits({ words, breaks }: Words, start: number, end: number): Place {
  const firstEnd = streetSegmentEnd(words, segmentEnd(breaks, start, end), end)
  const door = doorWithin(words, start, firstEnd)
  let { unit } = door
  let city = door.end < firstEnd ? cityOf(words.slice(door.end, firstEnd)) : ''
  for (let at = firstEnd; at < end; ) {
    const next = segmentEnd(breaks, at, end)
    const segment = readSegment(words, at, next)
    unit = [unit, segment.unit].filter((part) => part !== '').join(' ')
    city = segment.city || city
    at = next
  }
  return { streetEnd: door.start, unit, city }
}

/** A comma in front of a quadrant parts nothing: `Bolton Road, NW Atlanta`. */
function streetSegmentEnd(words: readonly string[], segmentEnd: number, end: number): number {
  if (!isSuffix(words[segmentEnd - 1] ?? '') || segmentEnd >= end) return segmentEnd
  if (DIRECTION_OF.get(words[segmentEnd] ?? '')?.length === 2) return segmentEnd + 1
  const joined = joinedDirection(words[segmentEnd] ?? '', words[segmentEnd + 1] ?? '')
  return joined === '' || segmentEnd + 1 >= end ? segmentEnd : segmentEnd + 2
}

/** Index of the next word after a comma. */
function segmentEnd(breaks: readonly boolean[], start: number, end: number): number {
  const next = breaks.indexOf(true, start + 1)
  return next < 0 || next > end ? end : next
}

/** A designated unit within a segment that begins with a street; `start` and `end` are both the segment's end for none. */
function doorWithin(
  words: readonly string[],
  start: number,
  end: number,
): { unit: string; start: number; end: number } {
  for (let at = start + 1; at < end; at++) {
    const door = unitAt(words, at, end)
    if (door !== undefined) return { unit: door.unit, start: at, end: door.end }
  }
  const lone = end - start > 2 ? LONE_DOOR_OF.get(words[end - 1] ?? '') : undefined
  if (lone !== undefined && isWholeStreet(words.slice(start, end - 1))) return { unit: lone, start: end - 1, end }
  return { unit: '', start: end, end }
}

/** A segment after the street's: a unit, a city, or a unit and a city. Counties are left out. */
function readSegment(words: readonly string[], start: number, end: number): { unit: string; city: string } {
  const door = unitAt(words, start, end)
  const cityAt = door?.end ?? start
  const only = words[start] ?? ''
  if (door === undefined && end - start === 1) {
    const bare = LONE_DOOR_OF.get(only) ?? (isUnitIdentifier(only) && !DIRECTION_OF.has(only) ? unitKey(only) : '')
    if (bare !== '') return { unit: bare, city: '' }
  }
  const isCounty = end - cityAt > 1 && words[end - 1] === 'county'
  return { unit: door?.unit ?? '', city: isCounty ? '' : cityOf(words.slice(cityAt, end)) }
}

/**
 * Where the city begins in words that no comma parts, or their end when none is written. A known city right after a whole
 * street counts most; without one, a known city after anything, once state or ZIP show that a city is to be expected;
 * then whatever follows the street's suffix.
 */
function cityStart(
  words: readonly string[],
  { houseNumber }: AddressHead,
  { start, end }: { start: number; end: number },
  tail: AddressTail,
  isCity: IsCity,
  search: CitySearch,
): number {
  const starts = knownCityStarts(words, start + (houseNumber === '' ? 0 : 1), end, tail.state, isCity)
  const afterStreet = starts.filter((at) => at === start || isWholeStreet(words.slice(start, at)))
  const known = search === 'shortest' ? afterStreet.at(-1) : afterStreet[0]
  if (known !== undefined) return known
  const isExpected = search === 'anywhere' || tail.state !== '' || tail.zipcode !== ''
  if (isExpected && starts[0] !== undefined) return starts[0]
  const afterPlain = afterSuffix(words, start, end, isPlainSuffix)
  return afterPlain ?? (isExpected ? afterSuffix(words, start, end, isSuffix) : undefined) ?? end
}

/** No street name of note has more words, and hostile text shall not be searched further. */
const MOST_STREET_WORDS = 12

/** The last index at which a street is whole, ends in a suffix of the given kind, and leaves words that can name a city. */
function afterSuffix(
  words: readonly string[],
  start: number,
  end: number,
  isEnd: (word: string) => boolean,
): number | undefined {
  for (let at = end - 1; at > start + 1 && at > end - MOST_STREET_WORDS; at--) {
    const street = words.slice(start, at)
    const endsInSuffix = isEnd(street.findLast((word) => !DIRECTION_OF.has(word) && !isUnitIdentifier(word)) ?? '')
    const isNamed = street.filter((word) => word.length > 2 || !DIRECTION_OF.has(word)).length > 1
    if (isNamed && endsInSuffix && canNameCity(words.slice(at, end)) && isWholeStreet(street)) return at
  }
  return undefined
}

function canNameCity(words: readonly string[]): boolean {
  return words.some((word) => !isSuffix(word) && !DIRECTION_OF.has(word)) && !words.some(isUnitIdentifier)
}

function isSuffix(word: string): boolean {
  return SUFFIX_OF.has(word)
}
