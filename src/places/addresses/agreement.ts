import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { IsCity, ParsedAddress } from './address.ts'
import { isCounty } from './address-segments.ts'
import { countyOfBorough, isNewYorkAround, usualCityName } from './city-names.ts'
import { kindInFront } from './kinds-in-front.ts'

/** A part in which an address in a text and an entry of the address book can differ. */
export type Part = 'unit' | 'preDirection' | 'suffix' | 'postDirection' | 'city' | 'state' | 'zipcode'

/** Parts of the street line that people often leave out. */
const LINE_PARTS = ['unit', 'preDirection', 'suffix', 'postDirection'] as const

const PLACE_PARTS = ['city', 'state', 'zipcode'] as const

const PARTS: readonly Part[] = [...LINE_PARTS, ...PLACE_PARTS]

/**
 * Returns the parts that the text has but the entry lacks or has with another value. Ignores parts that the text lacks.
 */
export function disagreements(written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): readonly Part[] {
  return [...lineDisagreements(written, entry), ...placeDisagreements(written, entry, gazetteer)]
}

export function lineDisagreements(written: ParsedAddress, entry: AddressEntry): readonly Part[] {
  return LINE_PARTS.filter(
    (part) =>
      written[part] !== '' &&
      written[part] !== entry[part] &&
      !(part === 'unit' && isUnitOfBuilding(written.unit, entry.unit)),
  )
}

export function placeDisagreements(written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): readonly Part[] {
  return PLACE_PARTS.filter(
    (part) =>
      written[part] !== '' &&
      written[part] !== entry[part] &&
      !(part === 'city' && isSameCity(written, entry, gazetteer)),
  )
}

/** `Apt 4` matches `Bldg 3 Apt 4`, because people leave out the building. */
function isUnitOfBuilding(unit: string, entryUnit: string): boolean {
  return /^(bldg|twr) /.test(entryUnit) && !/^(bldg|twr|fl) /.test(unit) && entryUnit.endsWith(` ${unit}`)
}

/**
 * Whether the city in the text is a name for the entry's city. `New York` counts as the name of a borough if the ZIP is
 * in that borough.
 */
function isSameCity({ city, zipcode }: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  if (isOtherNameOfCity(city, entry, gazetteer)) return true
  return zipcode === entry.zipcode && isNewYorkAround(city, gazetteer.zip(zipcode)?.countyFips ?? '')
}

/**
 * Returns whether a name is valid for the entry's city: the catalog's name, the post office's name for the ZIP, or the
 * borough.
 */
function isOtherNameOfCity(city: string, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  const name = usualCityName(city)
  if (name === entry.city) return true
  const place = gazetteer.zip(entry.zipcode)
  if (place === undefined || place.state !== entry.state) return false
  return cityKey(place.city) === name || countyOfBorough(name) === place.countyFips
}

/**
 * Returns the words in `others` that match neither the entry's city under any name, nor its county, nor its house
 * number.
 */
export function notRead(written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): readonly string[] {
  return written.others.filter(
    (other) => !isPlaceOf(other, entry, gazetteer) && !isNumberByBlock(other, entry, gazetteer),
  )
}

/**
 * Whether a number is the entry's house number with another separator between its halves. In Queens and Hawaii, houses
 * are numbered by block or district, so `41-25`, `4125` and `41 25` are the same house.
 */
function isNumberByBlock(other: string, { houseNumber, zipcode, state }: AddressEntry, gazetteer: Gazetteer): boolean {
  if (!/^\d[\d -]+$/.test(other) || other.replace(/\D/g, '') !== houseNumber.replace('-', '')) return false
  const place = gazetteer.zip(zipcode)
  return place?.state === state && (state === 'HI' || place.countyFips === COUNTY_NUMBERED_BY_BLOCK)
}

const COUNTY_NUMBERED_BY_BLOCK = countyOfBorough('queens')

function isPlaceOf(name: string, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  if (name === entry.city || isOtherNameOfCity(name, entry, gazetteer)) return true
  const place = gazetteer.zip(entry.zipcode)
  if (place === undefined || !isCounty(name)) return false
  return cityKey(place.county) === name.replace(/ (county|parish|borough)$/, '') || cityKey(place.county) === name
}

/**
 * Whether the text's city may be a neighborhood of the entry's city. The state must have no city with this name, and
 * the text must also name the entry's place, by ZIP or by name. `New York` without a ZIP may mean any of its boroughs.
 */
export function mayBePartOfCity(
  written: ParsedAddress,
  entry: AddressEntry,
  gazetteer: Gazetteer,
  isCity: IsCity,
): boolean {
  if (isNewYorkAround(written.city, gazetteer.zip(entry.zipcode)?.countyFips ?? '')) return written.zipcode === ''
  if (isCity(written.city, entry.state) || mayBeSlipOfCity(written, entry)) return false
  return written.zipcode === entry.zipcode || written.others.some((other) => isPlaceOf(other, entry, gazetteer))
}

/**
 * Whether the text's city may be a neighborhood: no city has this name (in the text's state, if it has one), and the
 * text has no ZIP.
 */
export function mayBeAnyNeighborhood({ city, state, zipcode }: ParsedAddress, isCity: IsCity): boolean {
  return zipcode === '' && !isCity(city, state)
}

/** Whether the text's city may be a misspelling of the entry's city. */
export function mayBeSlipOfCity({ city }: ParsedAddress, entry: AddressEntry): boolean {
  return editDistance(city, entry.city, 2) !== undefined
}

/** Returns whether the text has the whole street line of the entry. */
export function isWholeLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return LINE_PARTS.every((part) => written[part] !== '' || entry[part] === '') && kindLeftOut(written, entry) === ''
}

/** Returns the entry's word for the kind of street, such as `calle`, if the text lacks this word. Otherwise empty. */
function kindLeftOut({ street }: ParsedAddress, entry: AddressEntry): string {
  return kindInFront(street) === '' ? kindInFront(entry.street) : ''
}

/** Returns whether the text has the whole street line of the entry, except for the unit. */
export function isWholeStreetLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return isWholeLine(written, { ...entry, unit: '' })
}

/** Names of the parts that the entry has but the text lacks: `unit`, `ZIP`. */
export function partsLeftOut(written: ParsedAddress, entry: AddressEntry): readonly string[] {
  const kind = kindLeftOut(written, entry)
  const parts = PARTS.filter((part) => written[part] === '' && entry[part] !== '').map((part) => PART_NAMES[part])
  return kind === '' ? parts : [`"${kind}"`, ...parts]
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  unit: 'unit',
  preDirection: 'direction',
  suffix: 'suffix',
  postDirection: 'direction after the street',
  city: 'city',
  state: 'state',
  zipcode: 'ZIP',
}

/** A part with its value: `unit 4B`, `no unit`, `direction N`, `city Oakland`. */
export function partInWords(part: Part, entry: AddressEntry): string {
  const value = part === 'city' ? cityAsShown(entry) : entry[part]
  if (value === '') return `no ${PART_NAMES[part]}`
  return `${PART_NAMES[part]} ${writtenValue(part, value)}`
}

/** A part's value in its usual capitalization. */
export function writtenValue(part: Part, value: string): string {
  if (part === 'preDirection' || part === 'postDirection' || part === 'unit') return value.toUpperCase()
  return part === 'suffix' || part === 'city' ? value.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()) : value
}

/** Returns the city from the displayed address: the part before the last comma. */
export function cityAsShown(entry: AddressEntry): string {
  return entry.display.split(', ').at(-2) ?? entry.city
}

/** The parts in which entries differ. The ZIP is included only if city and state are the same. */
export function differingParts(entries: readonly AddressEntry[]): readonly Part[] {
  const differing = PARTS.filter((part) => new Set(entries.map((entry) => entry[part])).size > 1)
  const isOtherPlace = differing.includes('city') || differing.includes('state')
  return differing.filter((part) => !(part === 'zipcode' && isOtherPlace))
}
