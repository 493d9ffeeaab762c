import { quote } from '../../kit/base/sentence.ts'
import { cityKey } from '../../kit/names/name-key.ts'
import type { SeriesRecord } from '../../model/market-fields.ts'
import { metrosNamed } from '../../places/regions/metros.ts'
import {
  COUNTRY_KEY,
  cityRegionKey,
  countyRegionKey,
  metroRegionKey,
  neighborhoodRegionKey,
  stateRegionKey,
  unlistedMetroKey,
  zipcodeRegionKey,
} from '../../places/regions/region-keys.ts'
import { STATES, stateOfCode, stateOfFips } from '../../places/regions/states.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'

/** The region of a published series. */
export interface SeriesRegion {
  readonly key: string
  readonly findings: readonly Finding[]
}

/**
 * Finds the region of a row. An unknown region is stored and reported if it has a code, or a name and state: publishers
 * use lists of other years. Ambiguous regions are rejected, never guessed.
 */
export function seriesRegion(given: SeriesRecord, gazetteer: ImportGazetteer): SeriesRegion | Rejection {
  const { RegionType, RegionName = '' } = given
  switch (RegionType) {
    case 'country':
      return /^(united states|usa?)$/.test(cityKey(RegionName)) ? listed(COUNTRY_KEY) : unknown('country', RegionName)
    case 'state': {
      const state = stateOf(RegionName)
      return state === undefined ? unknown('state', RegionName) : listed(stateRegionKey(state))
    }
    case 'metro':
      return metroRegion(RegionName)
    case 'county':
      return countyRegion(given, gazetteer)
    case 'zipcode':
      return zipRegion(given, gazetteer)
    case 'city':
    case 'neighborhood':
      return withinState(given)
    default:
      return unknown('region', RegionName)
  }
}

function listed(key: string): SeriesRegion {
  return { key, findings: [] }
}

function unlisted(key: string, type: string, name: string): SeriesRegion {
  const sentence = 'The region is unknown; the series is kept under its code, or its name and state.'
  return { key, findings: [{ rule: 'region.unlisted', sentence, detail: `unknown ${type} ${quote(name)}` }] }
}

function unknown(type: string, name: string): Rejection {
  return new Rejection('region.unknown', 'The region is unknown.', `unknown ${type} ${quote(name)}`)
}

function stateOf(text: string): string | undefined {
  const key = cityKey(text)
  return (stateOfCode(text.trim().toUpperCase()) ?? STATES.find(({ name }) => cityKey(name) === key))?.code
}

function ambiguous(written: string, names: readonly string[]): Rejection {
  const detail = `${quote(written)} fits ${names.join(', ')}`
  return new Rejection('region.ambiguous', 'The name matches several regions.', detail)
}

/** Words that people and publishers add to the name of a metro area. */
const METRO_WORDS = /\s+(?:metro|metropolitan|micropolitan|micro|msa|cbsa)(?:\s+(?:statistical\s+)?area)?(?=$|,)/i

/** Finds a metro area by its first city, as in `Austin, TX`, or by its full name `Austin-Round Rock-San Marcos, TX`. */
function metroRegion(written: string): SeriesRegion | Rejection {
  const plain = written.trim().replace(METRO_WORDS, '')
  const [, name = plain, code] = /^(.*),\s*([A-Z]{2})(?:-[A-Z]{2})*$/i.exec(plain) ?? []
  const state = code?.toUpperCase()
  const fitting = metrosNamed(name, state)
  const [metro, ...others] = fitting
  if (others.length > 0) return ambiguous(written, labelsOf(fitting))
  if (metro !== undefined) return listed(metroRegionKey(metro.code))
  if (state === undefined || stateOfCode(state) === undefined || cityKey(name) === '') return unknown('metro', written)
  return unlisted(unlistedMetroKey(name, state), 'metro', written)
}

function labelsOf(metros: ReturnType<typeof metrosNamed>): string[] {
  return metros.map(({ name, states }) => `${name}, ${states.join('-')}`)
}

/** Finds a county by its code or, without a code, by name and state. */
function countyRegion(given: SeriesRecord, gazetteer: ImportGazetteer): SeriesRegion | Rejection {
  const { CountyFips: fips, RegionName = '', StateOrProvince = '' } = given
  if (fips !== undefined) {
    const state = /^\d{5}$/.test(fips) ? stateOfFips(fips)?.code : undefined
    if (state === undefined) return unknown('county', fips)
    const key = countyRegionKey({ fips, state })
    return gazetteer.county(fips) === undefined ? unlisted(key, 'county', fips) : listed(key)
  }
  const state = stateOf(StateOrProvince)
  if (state === undefined || cityKey(RegionName) === '') return unknown('county', RegionName)
  const named = gazetteer.countiesNamed(RegionName, state)
  const today = named.filter(({ successor }) => successor === undefined)
  const fitting = today.length > 0 ? today : named
  const [county, ...others] = fitting
  if (others.length > 0)
    return ambiguous(
      RegionName,
      fitting.map(({ title }) => title),
    )
  if (county !== undefined) return listed(countyRegionKey(county))
  return unlisted(countyRegionKey({ name: RegionName, state }), 'county', `${RegionName}, ${state}`)
}

function zipRegion(given: SeriesRecord, gazetteer: ImportGazetteer): SeriesRegion | Rejection {
  const { RegionName = '', StateOrProvince } = given
  const zipcode = RegionName.padStart(5, '0')
  if (!/^\d{5}$/.test(zipcode)) return unknown('ZIP', RegionName)
  const place = gazetteer.zip(zipcode)
  if (place === undefined) return unlisted(zipcodeRegionKey(zipcode), 'ZIP', zipcode)
  const state = StateOrProvince === undefined ? place.state : stateOf(StateOrProvince)
  if (state === place.state) return listed(zipcodeRegionKey(zipcode))
  return new Rejection(
    'state.zip',
    'The ZIP is in another state.',
    `${StateOrProvince} with ${zipcode} in ${place.state}`,
  )
}

/** Returns the region of a city or neighborhood by its names and state, without checking that it exists. */
function withinState({
  RegionType,
  RegionName = '',
  City = '',
  StateOrProvince = '',
}: SeriesRecord): SeriesRegion | Rejection {
  const state = stateOf(StateOrProvince)
  if (state === undefined) return unknown('state', StateOrProvince)
  const key = RegionType === 'city' ? cityRegionKey(RegionName, state) : neighborhoodRegionKey(RegionName, City, state)
  return key.includes('//') || key.endsWith('/') ? unknown(`${RegionType} of ${state}`, RegionName) : listed(key)
}
