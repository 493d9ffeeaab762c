import type { Point } from '../../model/home.ts'
import { loadGazetteer } from './gazetteer.ts'
import { polishCity } from './polish-cities.ts'

const UNITED_STATES: ReadonlySet<string> = new Set(['united states', 'united states of america', 'usa', 'us'])

/**
 * Returns the middle of a city, in countries with a list of cities. In the United States, only one state may have a
 * city of this name. In Poland, the city must be a county itself. Undefined for all other cities, because their names
 * are ambiguous.
 */
export function cityMiddle(city: string, country: string): Point | undefined {
  const name = country.trim().toLowerCase()
  if (name === 'poland' || name === 'polska') return polishCity(city)?.point
  return UNITED_STATES.has(name) ? middleOfOnly(city) : undefined
}

function middleOfOnly(city: string): Point | undefined {
  const gazetteer = loadGazetteer()
  const byState = gazetteer.states
    .map(({ code }) => gazetteer.zipsOfCity(city, code))
    .filter(({ length }) => length > 0)
  const [zips, another] = byState
  if (zips === undefined || another !== undefined) return undefined
  const mean = (of: (point: Point) => number) => zips.reduce((sum, { point }) => sum + of(point), 0) / zips.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}
