import { quote } from '../base/sentence.ts'
import type { SeriesRecord } from '../model/market-fields.ts'
import { cityKey } from '../names/name-key.ts'
import { metrosNamed } from '../regions/metros.ts'
import {
  COUNTRY_KEY,
  cityRegionKey,
  countyRegionKey,
  metroRegionKey,
  neighborhoodRegionKey,
  stateRegionKey,
  unlistedMetroKey,
  zipcodeRegionKey,
} from '../regions/region-keys.ts'
import { STATES, stateOfCode, stateOfFips } from '../regions/states.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'

/** The region that a row of a published series means, by its key. */
export interface SeriesRegion {
  readonly key: string
  readonly findings: readonly Finding[]
}

/**
 * The region of a row. One that no list has is kept where code or name and state tell it from all others, and reported:
 * publishers go by lists of other years. Where the row may mean several, or none, it is rejected, never guessed.
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
  const sentence = 'No list has the region; the series is kept under its code, or its name and state.'
  return { key, findings: [{ rule: 'region.unlisted', sentence, detail: `unknown ${type} ${quote(name)}` }] }
}

function unknown(type: string, name: string): Rejection {
  return new Rejection('region.unknown', 'The region is none that is known.', `unknown ${type} ${quote(name)}`)
}

function stateOf(text: string): string | undefined {
  const key = cityKey(text)
  return (stateOfCode(text.trim().toUpperCase()) ?? STATES.find(({ name }) => cityKey(name) === key))?.code
}

function ambiguous(written: string, names: readonly string[]): Rejection {
  const detail = `${quote(written)} fits ${names.join(', ')}`
  return new Rejection('region.ambiguous', 'The name fits several regions.', detail)
}

/** `Austin, TX` is the metro whose first city it is; `Austin-Round Rock-San Marcos, TX` is the metro itself. */
function metroRegion(written: string): SeriesRegion | Rejection {
  const [, name = written, state] = /^(.*),\s*([A-Z]{2})(?:-[A-Z]{2})*$/.exec(written.trim()) ?? []
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

/** By its code; without one by its name and its state. */
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
    'The state is not the one that the ZIP lies in.',
    `${StateOrProvince} with ${zipcode} in ${place.state}`,
  )
}

/** A city is known by its name and its state, whether it has ZIPs of its own or not, as the homes in it are. */
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
