import { cityKey } from '../../../kit/names/name-key.ts'
import type { Point } from '../../../model/home.ts'
import { stateOfFips } from '../states.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

/**
 * A city, town or census-designated place. Its name and borders are the Census's and may differ from the postal city.
 */
export interface CensusPlace extends Counts {
  /** Seven digits, starting with the state's two. */
  readonly code: string
  readonly name: string
  /** Has two letters. */
  readonly state: string
  /** The counties that it lies in, the main one first. */
  readonly countyFips: readonly string[]
  readonly point: Point
}

let places: readonly CensusPlace[] | undefined
let byName: ReadonlyMap<string, readonly CensusPlace[]> | undefined

/** Returns places sorted by code. The first call reads the file, which takes about 40 ms. */
export function allPlaces(): readonly CensusPlace[] {
  places ??= referenceLines('places').map(placeOf)
  return places
}

/** Places with the same `cityKey` as the name, most populous first. */
export function placesNamed(name: string, state: string): readonly CensusPlace[] {
  byName ??= Map.groupBy(
    allPlaces().toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0)),
    (place) => `${place.state}/${cityKey(place.name)}`,
  )
  return byName.get(`${state}/${cityKey(name)}`) ?? []
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
