import type { Point } from '../../../model/home.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

/** Census data on a ZIP code that covers an area; post-office boxes have none. */
export interface ZipArea extends Counts {
  /** Five digits; always in the ZIP's postal state, even where most of its land lies across the border. */
  readonly countyFips: string
  readonly point: Point
  /** Radius of a disc of the same land, in kilometres. */
  readonly reachKm: number
  /** Empty if the post office's list names one. */
  readonly city: string
}

let lines: ReadonlyMap<string, string> | undefined

/** Unparsed lines by ZIP, since most are never asked for. Reading takes about 20 ms. */
export function zipAreaLines(): ReadonlyMap<string, string> {
  lines ??= new Map(referenceLines('zips').map((line) => [line.slice(0, 5), line]))
  return lines
}

/** The ZIPs that cover an area in each county, in ascending order. */
export function zipsByCounty(): ReadonlyMap<string, readonly string[]> {
  return Map.groupBy(zipAreaLines().keys(), (zipcode) => zipAreaLines().get(zipcode)?.slice(6, 11) ?? '')
}

export function zipArea(zipcode: string): ZipArea | undefined {
  const line = zipAreaLines().get(zipcode)
  if (line === undefined) return undefined
  const [, countyFips = '', latitude, longitude, population, housingUnits, city = '', reachKm] = line.split('|')
  return {
    countyFips,
    point: pointIn(latitude, longitude),
    ...countsIn(population, housingUnits),
    city,
    reachKm: Number(reachKm),
  }
}
