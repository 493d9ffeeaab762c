import { SortedLines } from '../../../kit/algorithms/sorted-lines.ts'
import { programBytes } from '../../../kit/base/program.ts'
import { cityKey } from '../../../kit/names/name-key.ts'
import type { Point } from '../../../model/home.ts'

/** A ZIP code in the post office's list, which includes boxes and single buildings. */
export interface PostRow {
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly point: Point
}

/**
 * Returns the entry for a ZIP code in the post office's list. The list omits military mail, which has no position, and
 * the freely associated states, which have no counties.
 */
export function postRow(zipcode: string): PostRow | undefined {
  post ??= new SortedLines(programBytes('reference/post.txt'))
  const line = post.first(`${zipcode}|`)
  if (line === undefined) return undefined
  const [, city = '', state = '', latitude, longitude] = line.split('|')
  return { city, state, point: { latitude: Number(latitude), longitude: Number(longitude) } }
}

/** Returns the ZIP codes of a city, in ascending order, for any spelling with the same `cityKey`. */
export function zipsOfCity(city: string, state: string): readonly string[] {
  return (
    cityLines()
      .first(`${cityKey(city)}/${state}|`)
      ?.split('|')[1]
      ?.split(' ') ?? []
  )
}

/** Returns whether a ZIP code has this city. An empty state means any state. */
export function hasCity(city: string, state: string): boolean {
  return cityLines().first(state === '' ? `${cityKey(city)}/` : `${cityKey(city)}/${state}|`) !== undefined
}

let post: SortedLines | undefined
let cities: SortedLines | undefined

function cityLines(): SortedLines {
  cities ??= new SortedLines(programBytes('reference/cities.txt'))
  return cities
}
