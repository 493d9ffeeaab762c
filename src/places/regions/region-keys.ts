import { cityKey } from '../../kit/names/name-key.ts'
import { shortName } from '../../kit/names/short-name.ts'
import type { PlaceAddress } from '../../model/home.ts'
import { derivedNumber } from '../../model/identity.ts'
import type { RegionType } from '../../model/region.ts'
import { COUNTY_WORD, countyName } from './county-name.ts'
import { type Metro, metroOfCode, metroOfCounty } from './metros.ts'
import { allCounties } from './reference/counties.ts'

export const COUNTRY_KEY = 'country/us'

export function stateRegionKey(state: string): string {
  return `state/${state.toLowerCase()}`
}

/** @param code A CBSA code. */
export function metroRegionKey(code: string): string {
  return `metro/${code}`
}

/** Returns the metro that a region key means. Undefined for other types of regions. */
export function metroOfRegion(key: string): Metro | undefined {
  return key.startsWith('metro/') ? metroOfCode(key.slice('metro/'.length)) : undefined
}

/**
 * The key of a metro with published figures that is missing from the official list: `metro/ca/madera`. All spellings
 * with the same `shortName` have the same key.
 */
export function unlistedMetroKey(name: string, state: string): string {
  return `metro/${state.toLowerCase()}/${shortName(name).replaceAll(' ', '-')}`
}

/** The key of a county, by FIPS code if known, otherwise by name: `county/53033`, `county/wa/king`. */
export function countyRegionKey(county: { fips?: string; name?: string; state: string }): string {
  return `county/${county.fips ?? `${county.state.toLowerCase()}/${slug(countyName(county.name ?? ''))}`}`
}

export function cityRegionKey(city: string, state: string): string {
  return `city/${state.toLowerCase()}/${slug(city)}`
}

export function neighborhoodRegionKey(neighborhood: string, city: string, state: string): string {
  return `neighborhood/${state.toLowerCase()}/${slug(city)}/${slug(neighborhood)}`
}

export function zipcodeRegionKey(zipcode: string): string {
  return `zipcode/${zipcode}`
}

/** The id of a region in answers. */
export function regionIdOf(key: string): number {
  return derivedNumber('region', key)
}

/** Returns the keys of the regions that contain an address. A type that the address does not determine is absent. */
export function regionKeysOf(address: PlaceAddress): Readonly<Partial<Record<RegionType, string>>> {
  const { city, state, zipcode, neighborhood, county, countyFips } = address
  const metro = countyFips === undefined ? undefined : metroOfCounty(countyFips)
  return {
    country: COUNTRY_KEY,
    ...(state !== '' && { state: stateRegionKey(state) }),
    ...(metro && { metro: metroRegionKey(metro.code) }),
    ...(countyFips !== undefined && { county: countyRegionKey({ fips: countyFips, state }) }),
    ...(countyFips === undefined && county !== undefined && { county: countyRegionKey({ name: county, state }) }),
    ...(city !== '' && { city: cityRegionKey(city, state) }),
    ...(neighborhood !== undefined &&
      city !== '' && { neighborhood: neighborhoodRegionKey(neighborhood, city, state) }),
    ...(zipcode !== '' && { zipcode: zipcodeRegionKey(zipcode) }),
  }
}

/**
 * Adds the word for a county in its state: `King` → `King County`. The FIPS code is needed because independent cities
 * use another word.
 */
export function countyTitle(name: string, state: string, countyFips = ''): string {
  if (COUNTY_WORD.test(name)) return name
  const county = allCounties().get(countyFips)
  if (county !== undefined && cityKey(county.name) === cityKey(name)) return county.title
  return `${name} ${COUNTY_WORDS[state] ?? 'County'}`
}

const COUNTY_WORDS: Readonly<Record<string, string>> = { LA: 'Parish', AK: 'Borough', PR: 'Municipio' }

function slug(name: string): string {
  return cityKey(name).replaceAll(' ', '-')
}
