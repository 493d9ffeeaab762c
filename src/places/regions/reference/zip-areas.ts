import { SortedLines } from '../../../kit/algorithms/sorted-lines.ts'
import { programBytes } from '../../../kit/base/program.ts'
import type { Point } from '../../../model/home.ts'
import { type Counts, countsIn, pointIn, referenceLines } from './reference.ts'

/** Census data about a ZIP code that covers an area. Post-office boxes cover none. */
export interface ZipArea extends Counts {
  /**
   * Five digits. The county is always in the ZIP's postal state, even if most of the ZIP's land is across the border.
   */
  readonly countyFips: string
  readonly point: Point
  /** Radius of a disc with the same land area, in kilometers. */
  readonly reachKm: number
  /** Empty if the post office's list has a city. */
  readonly city: string
}

let lines: SortedLines | undefined

/** The ZIPs that cover an area in each county, in ascending order. */
export function zipsByCounty(): ReadonlyMap<string, readonly string[]> {
  const counties = new Map<string, string[]>()
  for (const line of referenceLines('zips')) {
    const fips = line.slice(6, 11)
    const zips = counties.get(fips)
    if (zips === undefined) counties.set(fips, [line.slice(0, 5)])
    else zips.push(line.slice(0, 5))
  }
  return counties
}

export function zipArea(zipcode: string): ZipArea | undefined {
  lines ??= new SortedLines(programBytes('reference/zips.txt'))
  const line = lines.first(`${zipcode}|`)
  return line === undefined ? undefined : areaIn(line)
}

/** Returns all areas by ZIP, in ascending order of the ZIPs. */
export function allZipAreas(): ReadonlyMap<string, ZipArea> {
  return new Map(referenceLines('zips').map((line) => [line.slice(0, 5), areaIn(line)]))
}

function areaIn(line: string): ZipArea {
  const [, countyFips = '', latitude, longitude, population, housingUnits, city = '', reachKm] = line.split('|')
  return {
    countyFips,
    point: pointIn(latitude, longitude),
    ...countsIn(population, housingUnits),
    city,
    reachKm: Number(reachKm),
  }
}
