import { cityKey } from '../../../kit/names/name-key.ts'
import type { Point } from '../../../model/home.ts'
import { stateOfFips } from '../states.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

export interface County extends Counts {
  /** Five digits. */
  readonly fips: string
  /** The name without the word County: `King`. */
  readonly name: string
  /** The name with the word for a county in its state: `King County`, `Richmond City`, `Orleans Parish`. */
  readonly title: string
  /** Two letters. */
  readonly state: string
  /** Absent for a former county, as are its population and housing units. */
  readonly point?: Point
  /** The code of the county that took over most of this former county. */
  readonly successor?: string
}

let byFips: ReadonlyMap<string, County> | undefined
let byName: ReadonlyMap<string, readonly County[]> | undefined

/**
 * Every county by its code. Includes former counties, because files still use their codes: Connecticut has both its
 * eight counties and its nine planning regions.
 */
export function allCounties(): ReadonlyMap<string, County> {
  byFips ??= new Map(referenceLines('counties').map((line) => [line.slice(0, 5), countyOf(line)]))
  return byFips
}

/**
 * Returns the counties of a state that have a name, with or without the word for a county: `King`, `King County`.
 * Without the word, a name can mean two counties: Virginia has Richmond County and Richmond City.
 */
export function countiesNamed(name: string, state: string): readonly County[] {
  byName ??= indexByName()
  return byName.get(`${state}/${cityKey(name)}`) ?? []
}

function indexByName(): Map<string, County[]> {
  const index = new Map<string, County[]>()
  for (const county of allCounties().values()) {
    for (const spelling of new Set([cityKey(county.name), cityKey(county.title)])) {
      const key = `${county.state}/${spelling}`
      index.set(key, [...(index.get(key) ?? []), county])
    }
  }
  return index
}

function countyOf(line: string): County {
  const [fips = '', name = '', title = '', latitude, longitude, population, housingUnits, successor] = line.split('|')
  const named = { fips, name, title, state: stateOfFips(fips)?.code ?? '' }
  if (successor) return { ...named, successor }
  return { ...named, point: pointIn(latitude, longitude), ...countsIn(population, housingUnits) }
}
