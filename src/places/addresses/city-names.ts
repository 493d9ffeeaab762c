import type { Gazetteer } from '../regions/gazetteer.ts'
import { MILITARY_STATES } from '../regions/states.ts'

/** Cities that people call by other names, as `cityKey` writes both. */
const CITY_NAMES: ReadonlyMap<string, string> = new Map([
  ['nyc', 'new york'],
  ['new york city', 'new york'],
  ['sf', 'san francisco'],
  ['bk', 'brooklyn'],
  ['the bronx', 'bronx'],
])

/** Boroughs of New York are counties, and most people there write the borough or a part of it as their city. */
const BOROUGHS: ReadonlyMap<string, string> = new Map([
  ['bronx', '36005'],
  ['brooklyn', '36047'],
  ['manhattan', '36061'],
  ['queens', '36081'],
  ['staten island', '36085'],
])

/** The name that the gazetteer has for a city; a name that it does not know stays. */
export function usualCityName(city: string): string {
  return CITY_NAMES.get(city) ?? city
}

/** The county that a borough is; undefined for other names. */
export function countyOfBorough(city: string): string | undefined {
  return BOROUGHS.get(city)
}

const BOROUGH_COUNTIES: ReadonlySet<string> = new Set(BOROUGHS.values())

/** Whether a name is that of the whole city of New York, in which a county is a borough. */
export function isNewYorkAround(city: string, countyFips: string): boolean {
  return usualCityName(city) === 'new york' && BOROUGH_COUNTIES.has(countyFips)
}

/** Mail to the armed forces and to diplomats has these in the place of a city. */
const MILITARY_POSTS = new Set(['apo', 'fpo', 'dpo'])

/** Whether a city is known by this `cityKey`, in the state or, if that is empty, in any. */
export function isKnownCity(city: string, state: string, gazetteer: Gazetteer): boolean {
  const name = usualCityName(city)
  const isNewYork = (state === '' || state === 'NY') && BOROUGHS.has(name)
  const isMilitary = MILITARY_POSTS.has(name) && (state === '' || MILITARY_STATES.has(state))
  return isNewYork || isMilitary || gazetteer.hasCity(name, state)
}
