import { cityKey } from '../../../kit/names/name-key.ts'
import type { Point } from '../../../model/home.ts'
import { stateOfCode, stateOfFips } from '../states.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

/**
 * A city, town or census-designated place, with the name and borders that the Census uses. The postal city may differ.
 */
export interface CensusPlace extends Counts {
  /** Seven digits, starting with the state's two. */
  readonly code: string
  readonly name: string
  /** Two letters. */
  readonly state: string
  /** The counties that contain the place, the main county first. */
  readonly countyFips: readonly string[]
  readonly point: Point
}

let linesByState: ReadonlyMap<string, readonly string[]> | undefined
const byState = new Map<string, ReadonlyMap<string, readonly CensusPlace[]>>()

/**
 * Returns places with the same `cityKey` as the name, most populous first. The first call for a state loads its places.
 */
export function placesNamed(name: string, state: string): readonly CensusPlace[] {
  const { fips } = stateOfCode(state) ?? {}
  if (fips === undefined) return []
  const places = byState.get(fips) ?? placesOf(fips)
  byState.set(fips, places)
  return places.get(cityKey(name)) ?? []
}

function placesOf(stateFips: string): ReadonlyMap<string, readonly CensusPlace[]> {
  linesByState ??= Map.groupBy(referenceLines('places'), (line) => line.slice(0, 2))
  const places = (linesByState.get(stateFips) ?? []).map(placeOf)
  return Map.groupBy(
    places.sort((one, other) => (other.population ?? 0) - (one.population ?? 0)),
    ({ name }) => cityKey(name),
  )
}

function placeOf(line: string): CensusPlace {
  const [code = '', name = '', counties = '', latitude, longitude, population, housingUnits] = line.split('|')
  return {
    code,
    name,
    state: stateOfFips(code)?.code ?? '',
    countyFips: counties.split(' '),
    point: pointIn(latitude, longitude),
    ...countsIn(population, housingUnits),
  }
}
