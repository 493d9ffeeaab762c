import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import { shortName } from '../../kit/names/short-name.ts'
import type { Point } from '../../model/home.ts'
import { MARKET_MEASURES, type MarketMeasure, seriesId } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import { type PlaceReading, readPlaceText } from '../../places/locate/place-text.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { allMetros, citiesOf } from '../../places/regions/metros.ts'
import {
  COUNTRY_KEY,
  cityRegionKey,
  metroRegionKey,
  regionIdOf,
  stateRegionKey,
  unlistedMetroKey,
  zipcodeRegionKey,
} from '../../places/regions/region-keys.ts'
import { STATES, stateOfCode } from '../../places/regions/states.ts'

type NamedPlace = Pick<Region, 'key' | 'type' | 'name' | 'state' | 'city' | 'point'>

/** The middle of the country, for places of which only the name is known. */
const MIDDLE_OF_COUNTRY: Point = { latitude: 39.83, longitude: -98.58 }

/**
 * The places named by a text that have published series in the catalogue but no homes, because published files cover
 * more places than any catalogue's homes. A bare city name may mean cities in several states.
 */
export async function publishedRegions(query: string, records: RecordLookup): Promise<readonly Region[]> {
  const named = placesNamed(query)
  const published = await Promise.all(named.map(({ key }) => isPublished(key, records)))
  return named.filter((_, i) => published[i]).map(withoutHomes)
}

/** Asks for the first measure alone, which most published regions have, and then for all others at once. */
async function isPublished(key: string, records: RecordLookup): Promise<boolean> {
  const has = async (measure: MarketMeasure) => (await records.get('series', seriesId(measure, key))) !== undefined
  const [first, ...others] = MARKET_MEASURES
  return (await has(first)) || (await Promise.all(others.map(has))).includes(true)
}

function withoutHomes(named: NamedPlace): Region {
  const { latitude, longitude } = named.point
  const box = { west: longitude, south: latitude, east: longitude, north: latitude }
  return { ...named, regionId: regionIdOf(named.key), ...box, homes: 0, listings: 0 }
}

/** If a ZIP code is given, only it counts; any other words are its city. */
function placesNamed(query: string): readonly NamedPlace[] {
  const { zipcode, isCountry, readings } = readPlaceText(query)
  if (zipcode !== '') return zipNamed(zipcode)
  const country = isCountry ? [{ key: COUNTRY_KEY, type: 'country', name: 'United States', state: '' } as const] : []
  const places = [...country.map((each) => ({ ...each, point: MIDDLE_OF_COUNTRY })), ...readings.flatMap(readingNamed)]
  return [...new Map(places.map((place) => [place.key, place])).values()]
}

function zipNamed(zipcode: string): readonly NamedPlace[] {
  const zip = loadGazetteer().zip(zipcode)
  if (zip === undefined) return []
  const { city, state, point } = zip
  return [{ key: zipcodeRegionKey(zipcode), type: 'zipcode', name: zipcode, state, city, point }]
}

function readingNamed({ name, state, type }: PlaceReading): readonly NamedPlace[] {
  if (name === '') return type === undefined || type === 'state' ? stateNamed(state) : []
  if (type === 'metro') return metrosNamed(name, state)
  if (type !== undefined && type !== 'city') return []
  const states = state === '' ? STATES.map(({ code }) => code) : [state]
  return states.flatMap((code) => cityNamed(name, code))
}

function stateNamed(code: string): readonly NamedPlace[] {
  const state = stateOfCode(code)
  return state
    ? [{ key: stateRegionKey(code), type: 'state', name: state.name, state: code, point: MIDDLE_OF_COUNTRY }]
    : []
}

function metrosNamed(name: string, state: string): readonly NamedPlace[] {
  const listed = allMetros().filter((metro) => {
    const isNamed = [metro.name, citiesOf(metro.name)[0] ?? ''].some((written) => shortName(written) === name)
    return isNamed && (state === '' || metro.state === state)
  })
  if (listed.length > 0 || state === '') {
    return listed.map(({ code, name: title, state: first, point }) => ({
      key: metroRegionKey(code),
      type: 'metro',
      name: title,
      state: first,
      point,
    }))
  }
  const title = name.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
  return [{ key: unlistedMetroKey(name, state), type: 'metro', name: title, state, point: MIDDLE_OF_COUNTRY }]
}

/** Only a city in the gazetteer counts, because a name without any ZIP code is more likely a misspelling. */
function cityNamed(name: string, state: string): readonly NamedPlace[] {
  const gazetteer = loadGazetteer()
  if (!gazetteer.hasCity(name, state)) return []
  const [place] = gazetteer.zipsOfCity(name, state)
  if (place === undefined) return []
  return [{ key: cityRegionKey(place.city, state), type: 'city', name: place.city, state, point: place.point }]
}
