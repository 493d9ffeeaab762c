import { cityKey } from '../../kit/names/name-key.ts'
import type { Home, HomeAddress } from '../../model/home.ts'
import type { Region } from '../../model/region.ts'
import { countyName } from '../regions/county-name.ts'
import { type StreetParts, streetParts } from './address.ts'

/** The parts of a home's street line, with its ZIP and city. */
export interface HomeLine extends StreetParts {
  readonly zipcode: string
  /** In the form of `cityKey`. */
  readonly city: string
}

/**
 * A key that records of the same home share. Different homes rarely share a key, so equal keys find homes worth
 * comparing.
 */
export interface HomeKey {
  /** Hash of a parcel, or of a house number and street in a ZIP code: a whole number below 2^48. */
  readonly place: number
  /** Hash of the unit at the place: a whole number below 2^16; 0 without a unit. */
  readonly unit: number
  /** In square feet; 0 if unknown. */
  readonly area: number
}

/** A query for homes at a place: all homes, only homes with this unit, or only homes with an area in this range. */
export interface HomeQuery {
  readonly place: number
  readonly unit?: number
  readonly area?: readonly [least: number, most: number]
}

/**
 * Returns the parts of a home's street line. Undefined without a street, house number or ZIP code, because such a line
 * would match many homes.
 */
export function homeLine({ streetAddress, city, zipcode }: HomeAddress): HomeLine | undefined {
  if (streetAddress === '' || zipcode === '') return undefined
  const { houseNumber, preDirection, street, suffix, postDirection, unit } = streetParts(streetAddress)
  if (houseNumber === '' || street === '') return undefined
  return { houseNumber, preDirection, street, suffix, postDirection, unit, zipcode, city: cityKey(city) }
}

/**
 * Returns a normalized parcel number with its county: `53033 1234567`. Undefined without a county, and for values that
 * do not identify a parcel, such as `0` or `N/A`.
 */
export function parcelOf({ parcelNumber, address }: Pick<Home, 'parcelNumber' | 'address'>): string | undefined {
  if (parcelNumber === undefined) return undefined
  const { countyFips, county, state } = address
  const place = countyFips ?? (county === undefined ? undefined : `${state} ${cityKey(county)}`)
  const key = parcelKey(parcelNumber)
  return place === undefined || key === undefined ? undefined : `${place} ${key}`
}

/**
 * Returns a parcel number without punctuation and leading zeros: `012-034.5` → `120345`. Undefined for a text that
 * cannot identify a parcel: a number has at least four characters, three digits in a row, and two different characters.
 */
export function parcelKey(parcelNumber: string): string | undefined {
  const key = parcelNumber
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
  return key.length >= 4 && /\d{3}/.test(key) && new Set(key).size > 1 ? key : undefined
}

/** Returns the places (see `HomeKey`) under which homes on a parcel of one of these counties may be indexed. */
export function parcelPlaces(
  key: string,
  counties: readonly Pick<Region, 'key' | 'name' | 'state'>[],
): readonly number[] {
  return counties.flatMap(({ key: region, name, state }) => {
    const [, fips] = /^county\/(\d{5})$/.exec(region) ?? []
    const names = new Set([name, countyName(name)].map((each) => `${state} ${cityKey(each)}`))
    return (fips === undefined ? [...names] : [fips]).map((county) => parcelPlace(`${county} ${key}`))
  })
}

/** Returns the unit without its building: `bldg 3 4b` → `4b`. */
export function doorOf({ unit }: Pick<StreetParts, 'unit'>): string {
  return unit.replace(/^(?:bldg|twr) \S+ (?=\S)/, '')
}

/** Returns the keys of a home: by its parcel and by its address. */
export function homeKeys(line: HomeLine | undefined, parcel: string | undefined, area: number): readonly HomeKey[] {
  const ofParcel = parcel === undefined ? [] : [{ place: parcelPlace(parcel), unit: 0, area }]
  return line === undefined ? ofParcel : [...ofParcel, { place: placeOf(line), unit: unitOf(line), area }]
}

/**
 * Returns queries for records that may be the same home: at its parcel, and at its address with the same unit or
 * without a unit. If the line has no unit, also searches units with an area in `sizes`. Without this limit, all units
 * of a large building would be compared.
 */
export function likelyHomes(
  line: HomeLine | undefined,
  parcel: string | undefined,
  sizes: readonly [least: number, most: number] | undefined,
): readonly HomeQuery[] {
  const ofParcel = parcel === undefined ? [] : [{ place: parcelPlace(parcel), unit: 0 }]
  if (line === undefined) return ofParcel
  const [place, unit] = [placeOf(line), unitOf(line)]
  const here = [...ofParcel, { place, unit }]
  if (unit !== 0) return [...here, { place, unit: 0 }]
  return sizes === undefined ? here : [...here, { place, area: sizes }]
}

function parcelPlace(parcel: string): number {
  return hashOf(`parcel ${parcel}`)
}

/**
 * Returns a query for all homes with a house number on a street in a ZIP code. Undefined if one of the three is
 * missing.
 */
export function homesAt(line: Pick<HomeLine, 'zipcode' | 'houseNumber' | 'street'>): HomeQuery | undefined {
  const isWhole = line.zipcode !== '' && line.houseNumber !== '' && line.street !== ''
  return isWhole ? { place: placeOf(line) } : undefined
}

function placeOf({ zipcode, houseNumber, street }: Pick<HomeLine, 'zipcode' | 'houseNumber' | 'street'>): number {
  return hashOf(`${zipcode} ${houseNumber} ${street}`)
}

function unitOf(line: HomeLine): number {
  const door = doorOf(line)
  return door === '' ? 0 : 1 + (hashOf(door) % 0xffff)
}

const PRIME_A = 0x01000193
const PRIME_B = 0x85ebca6b

/** Joins 24 bits of each of two multiplicative hashes of the text. The result is distributed evenly enough. */
function hashOf(text: string): number {
  let a = 0x811c9dc5
  let b = 0x9e3779b9
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, PRIME_A)
    b = Math.imul(b + code, PRIME_B)
    b ^= b >>> 15
  }
  return ((a ^ (a >>> 15)) >>> 8) * 0x1000000 + ((b ^ (b >>> 13)) >>> 8)
}
