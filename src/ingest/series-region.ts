import { quote } from '../base/sentence.ts'
import type { SeriesRecord } from '../model/market-fields.ts'
import { METROS } from '../places/metros.ts'
import { cityKey } from '../places/name-key.ts'
import {
  COUNTRY_KEY,
  cityRegionKey,
  countyRegionKey,
  metroRegionKey,
  neighborhoodRegionKey,
  stateRegionKey,
  zipcodeRegionKey,
} from '../places/region-keys.ts'
import { STATES, stateOfCode } from '../places/states.ts'
import { Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'

/** Key of the region that a row of a published series means; a region that is not known for certain is never guessed. */
export function seriesRegion(given: SeriesRecord, gazetteer: ImportGazetteer): string | Rejection {
  const { RegionType, RegionName = '' } = given
  switch (RegionType) {
    case 'country':
      return /^(united states|usa?)$/.test(cityKey(RegionName)) ? COUNTRY_KEY : unknown('country', RegionName)
    case 'state': {
      const state = stateOf(RegionName)
      return state === undefined ? unknown('state', RegionName) : stateRegionKey(state)
    }
    case 'metro':
      return metroRegion(RegionName)
    case 'county': {
      const { CountyFips = '' } = given
      const isKnown = gazetteer.county(CountyFips) !== undefined
      return isKnown ? countyRegionKey({ fips: CountyFips, state: '' }) : unknown('county', CountyFips)
    }
    case 'zipcode':
      return zipRegion(given, gazetteer)
    case 'city':
    case 'neighborhood':
      return withinState(given)
    default:
      return unknown('region', RegionName)
  }
}

function unknown(type: string, name: string): Rejection {
  return new Rejection('region.unknown', 'The region is none that is known.', `unknown ${type} ${quote(name)}`)
}

function stateOf(text: string): string | undefined {
  const key = cityKey(text)
  return (stateOfCode(text.trim().toUpperCase()) ?? STATES.find(({ name }) => cityKey(name) === key))?.code
}

/** `Austin, TX` is the metro whose first city it is; `Austin-Round Rock-Georgetown, TX` is the metro itself. */
function metroRegion(written: string): string | Rejection {
  const [, name = written, state] = /^(.*),\s*([A-Z]{2})(?:-[A-Z]{2})*$/.exec(written.trim()) ?? []
  const key = cityKey(name)
  const fitting = METROS.filter((metro) => state === undefined || metro.state === state).filter(
    (metro) =>
      cityKey(metro.name) === key || (state !== undefined && cityKey(metro.name.split(/[-/]/)[0] ?? '') === key),
  )
  const [metro, ...others] = fitting
  if (metro === undefined) return unknown('metro', written)
  if (others.length === 0) return metroRegionKey(metro.code)
  const names = fitting.map((other) => other.name).join(', ')
  return new Rejection('region.ambiguous', 'The name fits several regions.', `${quote(written)} fits ${names}`)
}

function zipRegion({ RegionName = '', StateOrProvince }: SeriesRecord, gazetteer: ImportGazetteer): string | Rejection {
  const zipcode = RegionName.padStart(5, '0')
  const place = gazetteer.zip(zipcode)
  if (place === undefined) return unknown('ZIP', RegionName)
  const state = StateOrProvince === undefined ? place.state : stateOf(StateOrProvince)
  if (state === place.state) return zipcodeRegionKey(zipcode)
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
}: SeriesRecord): string | Rejection {
  const state = stateOf(StateOrProvince)
  if (state === undefined) return unknown('state', StateOrProvince)
  const key = RegionType === 'city' ? cityRegionKey(RegionName, state) : neighborhoodRegionKey(RegionName, City, state)
  return key.includes('//') || key.endsWith('/') ? unknown(`${RegionType} of ${state}`, RegionName) : key
}
