import type { Gazetteer } from '../regions/gazetteer.ts'
import { MILITARY_STATES } from '../regions/states.ts'

/** Maps other names that people use for cities to the usual name. Both are in the form of `cityKey`. */
const CITY_NAMES: ReadonlyMap<string, string> = new Map([
  ['nyc', 'new york'],
  ['new york city', 'new york'],
  ['sf', 'san francisco'],
  ['bk', 'brooklyn'],
  ['the bronx', 'bronx'],
])

/** Boroughs of New York, by county. Most people who live there write the borough, or a part of it, as their city. */
const BOROUGHS: ReadonlyMap<string, string> = new Map([
  ['bronx', '36005'],
  ['brooklyn', '36047'],
  ['manhattan', '36061'],
  ['queens', '36081'],
  ['staten island', '36085'],
])

/** Returns the gazetteer's name for a city: `nyc` → `new york`. Most names stay as they are. */
export function usualCityName(city: string): string {
  return CITY_NAMES.get(city) ?? city
}

/** The county of a borough; undefined for other names. */
export function countyOfBorough(city: string): string | undefined {
  return BOROUGHS.get(city)
}

const BOROUGH_COUNTIES: ReadonlySet<string> = new Set(BOROUGHS.values())

/** Returns whether a name means the whole city of New York and the county is one of its boroughs. */
export function isNewYorkAround(city: string, countyFips: string): boolean {
  return usualCityName(city) === 'new york' && BOROUGH_COUNTIES.has(countyFips)
}

/** Addresses of the armed forces and of diplomats have one of these words instead of a city. */
const MILITARY_POSTS = new Set(['apo', 'fpo', 'dpo'])

/** Returns whether a state has a city with this `cityKey`. An empty state means any state. */
export function isKnownCity(city: string, state: string, gazetteer: Pick<Gazetteer, 'hasCity'>): boolean {
  const name = usualCityName(city)
  const isNewYork = (state === '' || state === 'NY') && BOROUGHS.has(name)
  const isMilitary = MILITARY_POSTS.has(name) && (state === '' || MILITARY_STATES.has(state))
  return isNewYork || isMilitary || gazetteer.hasCity(name, state)
}
