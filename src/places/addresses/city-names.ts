import type { Gazetteer } from '../regions/gazetteer.ts'

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

/** Whether a city is known by this `cityKey`, in the state or, if that is empty, in any. */
export function isKnownCity(city: string, state: string, gazetteer: Gazetteer): boolean {
  const name = usualCityName(city)
  const isNewYork = (state === '' || state === 'NY') && BOROUGHS.has(name)
  return isNewYork || gazetteer.hasCity(name, state)
}
