import type { RecordLookup } from '../../catalog/ports/record-lookup.ts'
import type { Point } from '../../model/home.ts'
import { MARKET_MEASURES, type MarketMeasure, seriesId } from '../../model/market.ts'
import type { Region } from '../../model/region.ts'
import { metroNames, metroNamesWithKind } from '../../places/locate/metro-names.ts'
import { type PlaceReading, readPlaceText } from '../../places/locate/place-text.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import { allMetros } from '../../places/regions/metros.ts'
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

/** Center of the country, for places with an unknown location. */
const MIDDLE_OF_COUNTRY: Point = { latitude: 39.83, longitude: -98.58 }

/**
 * Returns the places that a query names and that have published series but no homes in the catalog. Published files
 * cover more places than the homes do. A city name without a state may name several cities.
 */
export async function publishedRegions(query: string, records: RecordLookup): Promise<readonly Region[]> {
  return publishedOf(placesNamed(query), records)
}

async function publishedOf(named: readonly NamedPlace[], records: RecordLookup): Promise<readonly Region[]> {
  const published = await Promise.all(named.map(({ key }) => isPublished(key, records)))
  return named.filter((_, i) => published[i]).map(withoutHomes)
}

/** Returns the metros with published series that a query names. A metro's first city is enough: `Dallas, TX`. */
export async function publishedMetros(query: string, records: RecordLookup): Promise<readonly Region[]> {
  const { zipcode, readings } = readPlaceText(query)
  const named = zipcode === '' ? readings.flatMap((reading) => metrosNamed(reading, metroNamesWithKind)) : []
  return publishedOf(named, records)
}

/** Looks up the first measure, which most published regions have, and the others only if the first is missing. */
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

/**
 * Returns the places that a query may name. If the query contains a ZIP code, the other words are ignored, because they
 * name its city.
 */
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

function readingNamed(reading: PlaceReading): readonly NamedPlace[] {
  const { name, state, type } = reading
  if (name === '') return type === undefined || type === 'state' ? stateNamed(state) : []
  if (type === 'metro') {
    const listed = metrosNamed(reading, metroNamesWithKind)
    return listed.length > 0 ? listed : unlistedMetro(reading)
  }
  if (type !== undefined && type !== 'city') return []
  const states = state === '' ? STATES.map(({ code }) => code) : [state]
  const cities = states.flatMap((code) => cityNamed(name, code))
  return type === 'city' ? cities : [...cities, ...metrosNamed(reading, metroNames)]
}

function stateNamed(code: string): readonly NamedPlace[] {
  const state = stateOfCode(code)
  return state
    ? [{ key: stateRegionKey(code), type: 'state', name: state.name, state: code, point: MIDDLE_OF_COUNTRY }]
    : []
}

/** @param names Returns all names that a metro may have. */
function metrosNamed({ name, state }: PlaceReading, names: typeof metroNames): readonly NamedPlace[] {
  const byName = METROS_BY_NAME.get(names) ?? metrosByName(names)
  METROS_BY_NAME.set(names, byName)
  return (byName.get(name) ?? []).filter((metro) => state === '' || metro.state === state)
}

const METROS_BY_NAME = new Map<typeof metroNames, ReadonlyMap<string, readonly NamedPlace[]>>()

function metrosByName(names: typeof metroNames): ReadonlyMap<string, readonly NamedPlace[]> {
  const byName = new Map<string, NamedPlace[]>()
  for (const { code, name: title, state, point } of allMetros()) {
    const metro: NamedPlace = { key: metroRegionKey(code), type: 'metro', name: title, state, point }
    for (const name of names(metro)) byName.set(name, [...(byName.get(name) ?? []), metro])
  }
  return byName
}

/** Returns a metro that only a published series names, not the official list of metros. */
function unlistedMetro({ name, state }: PlaceReading): readonly NamedPlace[] {
  if (state === '') return []
  const title = name.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
  return [{ key: unlistedMetroKey(name, state), type: 'metro', name: title, state, point: MIDDLE_OF_COUNTRY }]
}

/** Returns a city only if the gazetteer has ZIP codes for it. Otherwise, the name is probably misspelled. */
function cityNamed(name: string, state: string): readonly NamedPlace[] {
  const gazetteer = loadGazetteer()
  if (!gazetteer.hasCity(name, state)) return []
  const [place] = gazetteer.zipsOfCity(name, state)
  if (place === undefined) return []
  return [{ key: cityRegionKey(place.city, state), type: 'city', name: place.city, state, point: place.point }]
}
