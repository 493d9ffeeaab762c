import { editDistance } from '../../kit/algorithms/edit-distance.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import type { AddressEntry } from '../../model/address-entry.ts'
import type { Gazetteer } from '../regions/gazetteer.ts'
import type { IsCity, ParsedAddress } from './address.ts'
import { isCounty } from './address-segments.ts'
import { countyOfBorough, isNewYorkAround, usualCityName } from './city-names.ts'
import { kindInFront } from './kinds-in-front.ts'

/** A part in which a written address and an entry of the address book can differ. */
export type Part = 'unit' | 'preDirection' | 'suffix' | 'postDirection' | 'city' | 'state' | 'zipcode'

/** Parts of the street line that people leave out. */
const LINE_PARTS = ['unit', 'preDirection', 'suffix', 'postDirection'] as const

const PLACE_PARTS = ['city', 'state', 'zipcode'] as const

const PARTS: readonly Part[] = [...LINE_PARTS, ...PLACE_PARTS]

/** Written parts that the entry lacks or has differently. Parts that were not written never disagree. */
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

/** `Apt 4` matches `Bldg 3 Apt 4`, because people leave the building out. */
function isUnitOfBuilding(unit: string, entryUnit: string): boolean {
  return /^(bldg|twr) /.test(entryUnit) && !/^(bldg|twr|fl) /.test(unit) && entryUnit.endsWith(` ${unit}`)
}

/** `New York` is read as the city of a borough where the ZIP says which borough is meant. */
function isSameCity({ city, zipcode }: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  if (isOtherNameOfCity(city, entry, gazetteer)) return true
  return zipcode === entry.zipcode && isNewYorkAround(city, gazetteer.zip(zipcode)?.countyFips ?? '')
}

/** The post office's city name for a ZIP is accepted as well as the catalogue's, and so is the borough it lies in. */
function isOtherNameOfCity(city: string, entry: AddressEntry, gazetteer: Gazetteer): boolean {
  const name = usualCityName(city)
  if (name === entry.city) return true
  const place = gazetteer.zip(entry.zipcode)
  if (place === undefined || place.state !== entry.state) return false
  return cityKey(place.city) === name || countyOfBorough(name) === place.countyFips
}

/**
 * Words that were written and match nothing in the entry: neither its city by any name nor its county. A city that was
 * written only among these words stands in `others`, so the city itself may be what is left.
 */
export function notRead(written: ParsedAddress, entry: AddressEntry, gazetteer: Gazetteer): readonly string[] {
  return written.others.filter(
    (other) => !isPlaceOf(other, entry, gazetteer) && !isNumberByBlock(other, entry, gazetteer),
  )
}

/** Where houses are numbered by block or district, as in Queens and Hawaii, `41-25`, `4125` and `41 25` are one house. */
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
 * Whether a city that disagrees may still be the entry's: no city of this name is known in the state, and the ZIP or
 * another name that was written says where it is. It is then a neighbourhood, and never another city.
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
 * Whether a city that disagrees may be a neighbourhood of any city: no city is called so, in the state that was written
 * or else in any, and no ZIP says where it is.
 */
export function mayBeAnyNeighborhood({ city, state, zipcode }: ParsedAddress, isCity: IsCity): boolean {
  return zipcode === '' && !isCity(city, state)
}

/** Whether a city that disagrees may be the entry's with a slip of the fingers. */
export function mayBeSlipOfCity({ city }: ParsedAddress, entry: AddressEntry): boolean {
  return editDistance(city, entry.city, 2) !== undefined
}

/** Whether the street line was written in full: the entry has no part of it that was left out. */
export function isWholeLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return LINE_PARTS.every((part) => written[part] !== '' || entry[part] === '') && kindLeftOut(written, entry) === ''
}

/** The word for its kind in front of the entry's street that was not written: `calle`. Empty for none. */
function kindLeftOut({ street }: ParsedAddress, entry: AddressEntry): string {
  return kindInFront(street) === '' ? kindInFront(entry.street) : ''
}

/** Whether the street line was written in full but for the unit. */
export function isWholeStreetLine(written: ParsedAddress, entry: AddressEntry): boolean {
  return isWholeLine(written, { ...entry, unit: '' })
}

/** Names of the parts that the entry has but that were not written: `unit`, `ZIP`. */
export function partsLeftOut(written: ParsedAddress, entry: AddressEntry): readonly string[] {
  const kind = kindLeftOut(written, entry)
  const parts = PARTS.filter((part) => written[part] === '' && entry[part] !== '').map((part) => PART_NAMES[part])
  return kind === '' ? parts : [`"${kind}"`, ...parts]
}

const PART_NAMES: Readonly<Record<Part, string>> = {
  unit: 'unit',
  preDirection: 'direction',
  suffix: 'suffix',
  postDirection: 'direction behind the street',
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

/** A part's value in its usual capitalisation. */
export function writtenValue(part: Part, value: string): string {
  if (part === 'preDirection' || part === 'postDirection' || part === 'unit') return value.toUpperCase()
  return part === 'suffix' || part === 'city' ? value.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase()) : value
}

/** The display text has the city before its last comma. */
export function cityAsShown(entry: AddressEntry): string {
  return entry.display.split(', ').at(-2) ?? entry.city
}

/** The parts in which entries differ; the ZIP only where city and state are the same. */
export function differingParts(entries: readonly AddressEntry[]): readonly Part[] {
  const differing = PARTS.filter((part) => new Set(entries.map((entry) => entry[part])).size > 1)
  const isOtherPlace = differing.includes('city') || differing.includes('state')
  return differing.filter((part) => !(part === 'zipcode' && isOtherPlace))
}
