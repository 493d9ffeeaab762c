import type { Point } from '../../model/home.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

/** What the Census knows of a ZIP code that is an area, not a box in a post office. */
export interface ZipArea extends Counts {
  /** Five digits; of the state that the post writes, even where most of the land lies across the border. */
  readonly countyFips: string
  /** Its middle. */
  readonly point: Point
  /** Empty where the post's list has one. */
  readonly city: string
}

let lines: ReadonlyMap<string, string> | undefined

/** The areas by ZIP, each as it is written: most are never asked for. Read in about 20 ms. */
export function zipAreaLines(): ReadonlyMap<string, string> {
  lines ??= new Map(referenceLines('zips').map((line) => [line.slice(0, 5), line]))
  return lines
}

export function zipArea(zipcode: string): ZipArea | undefined {
  const line = zipAreaLines().get(zipcode)
  if (line === undefined) return undefined
  const [, countyFips = '', latitude, longitude, population, housingUnits, city = ''] = line.split('|')
  return {
    countyFips,
    point: pointIn(latitude, longitude),
    ...countsIn(population, housingUnits),
    city,
  }
}
