import { cityKey } from '../../kit/names/name-key.ts'
import { shortName } from '../../kit/names/short-name.ts'
import type { Point } from '../../model/home.ts'
import { placesNamed } from './reference/census-places.ts'
import { allCounties } from './reference/counties.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference/reference.ts'

/**
 * A metropolitan or micropolitan area: a list of counties, as delineated by the Office of Management and Budget in
 * 2023.
 */
export interface Metro extends Counts {
  /** CBSA code: five digits. */
  readonly code: string
  /** The principal cities, largest first: `Dallas-Fort Worth-Arlington`. */
  readonly name: string
  /** Two letters each, starting with the state of the first principal city. */
  readonly states: readonly string[]
  /** The first of `states`. */
  readonly state: string
  readonly countyFips: readonly string[]
  readonly point: Point
  /** Whether the metro consists of divisions, which often share its first city's name. */
  readonly isDivided: boolean
  /** The name of the combined statistical area around the metro, if people could mistake it for the metro's name. */
  readonly combinedName?: string
  /** The name in the delineation of 2020, if it was different and is still in use. */
  readonly formerName?: string
}

let metros: readonly Metro[] | undefined
let byCounty: ReadonlyMap<string, Metro> | undefined
let byCode: ReadonlyMap<string, Metro> | undefined
let prefixCounts: ReadonlyMap<string, number> | undefined

/** Returns metros sorted by code. */
export function allMetros(): readonly Metro[] {
  metros ??= referenceLines('metros').map(metroFrom)
  return metros
}

/**
 * Returns the metro that contains a county. Undefined outside of all metros. A former county counts as its successor.
 */
export function metroOfCounty(countyFips: string): Metro | undefined {
  byCounty ??= new Map(allMetros().flatMap((metro) => metro.countyFips.map((fips) => [fips, metro])))
  return byCounty.get(countyFips) ?? byCounty.get(allCounties().get(countyFips)?.successor ?? '')
}

/**
 * Returns the metros that a name can mean. The full name is enough in any state: `Austin-Round Rock-San Marcos`.
 * Together with the state of the first city, other names match too: the first city (`Austin`), the beginning of the
 * name (`Dallas-Fort Worth`), and names from other delineations (`Austin-Round Rock`).
 */
export function metrosNamed(name: string, state?: string): readonly Metro[] {
  const key = cityKey(name)
  const ofState = allMetros().filter((metro) => state === undefined || metro.state === state)
  const whole = ofState.filter((metro) => [metro.name, metro.formerName].some((one) => one && cityKey(one) === key))
  if (whole.length > 0 || state === undefined) return whole
  const [first = '', ...others] = citiesOf(name)
  return ofState.filter((metro) => {
    const cities = citiesOf(metro.name).map(cityKey)
    if (cities[0] !== cityKey(first)) return false
    if (others.every((city, i) => cityKey(city) === cities[i + 1])) return true
    const isOther = metro.isDivided || (metro.combinedName !== undefined && cityKey(metro.combinedName) === key)
    return !isOther && others.every((city) => liesIn(city, metro))
  })
}

/**
 * Whether another metro's name begins with this name, or equals it: Austin, MN and Austin-Round Rock-San Marcos, TX.
 */
export function hasNamesakes(name: string): boolean {
  prefixCounts ??= countPrefixes()
  return (prefixCounts.get(shortName(name.replaceAll(/[-/]/g, ' '))) ?? 0) > 1
}

function countPrefixes(): Map<string, number> {
  const times = new Map<string, number>()
  for (const { name } of allMetros()) {
    for (const prefix of namePrefixes(name)) times.set(prefix, (times.get(prefix) ?? 0) + 1)
  }
  return times
}

export function metroOfCode(code: string): Metro | undefined {
  byCode ??= new Map(allMetros().map((metro) => [metro.code, metro]))
  return byCode.get(code)
}

export function citiesOf(name: string): readonly string[] {
  return name.split(/[-/]/)
}

/**
 * Returns the beginnings of a metro's name in the form of `shortName`: `Austin-Round Rock-Georgetown` → `austin`,
 * `austin round rock`, `austin round rock georgetown`. For `Kansas City`, also `kansas`.
 */
export function namePrefixes(name: string): readonly string[] {
  const cities = citiesOf(name)
  const prefixes = cities.map((_, index) => shortName(cities.slice(0, index + 1).join(' ')))
  return [...new Set(prefixes.flatMap((prefix) => [prefix, prefix.replace(/ city$/, '')]))]
}

function liesIn(city: string, metro: Metro): boolean {
  const places = metro.states.flatMap((state) => placesNamed(city, state))
  return places.some(({ countyFips }) => countyFips.some((fips) => metroOfCounty(fips) === metro))
}

function metroFrom(line: string): Metro {
  const [code = '', name = '', states = '', ...cells] = line.split('|')
  const [latitude, longitude, population, housingUnits, counties = '', parts, combinedName, formerName] = cells
  return {
    code,
    name,
    states: states.split('-'),
    state: states.slice(0, 2),
    countyFips: counties.split(' '),
    point: pointIn(latitude, longitude),
    ...countsIn(population, housingUnits),
    isDivided: parts === 'divided',
    ...(combinedName && { combinedName }),
    ...(formerName && { formerName }),
  }
}
