import type { Point } from '../../../model/home.ts'
import { allZipAreas } from './zip-areas.ts'

export interface ZipAround {
  readonly zipcode: string
  /**
   * Distance from the middle of the area to the point, divided by the radius of a disc with the same land area. At the
   * same distance in miles, a small area thus counts as farther away than a large one.
   */
  readonly distance: number
}

/**
 * The largest `distance` at which a ZIP counts as near: twice the radius. In King County, 1 home in 100 is farther than
 * this from the middle of its own ZIP.
 */
export const NEAR_MAX = 2

const KM_PER_DEGREE = 111.2

/** Size of a grid cell in degrees. A ZIP is listed in every cell that its area may reach. */
const CELL_DEGREES = 0.25

interface Middle extends Point {
  readonly zipcode: string
  readonly reachKm: number
}

let cells: ReadonlyMap<number, readonly Middle[]> | undefined

/**
 * Returns the ZIP areas that may contain a point, nearest first. The first call builds an index, which takes about 0.1
 * s.
 */
export function zipsAround(point: Point): readonly ZipAround[] {
  cells ??= readCells()
  const { latitude, longitude } = point
  const around: ZipAround[] = []
  for (const middle of cells.get(cellOf(latitude, longitude)) ?? []) {
    const distance = kilometers(point, middle) / middle.reachKm
    if (distance <= NEAR_MAX) around.push({ zipcode: middle.zipcode, distance })
  }
  return around.sort((one, other) => one.distance - other.distance || (one.zipcode < other.zipcode ? -1 : 1))
}

/** Distance on a plane. This is accurate enough at the distances of ZIPs. */
function kilometers(one: Point, other: Point): number {
  const east = (one.longitude - other.longitude) * widthAt(one.latitude)
  return Math.hypot(one.latitude - other.latitude, east) * KM_PER_DEGREE
}

/** The length of a degree of longitude, in degrees of latitude. */
function widthAt(latitude: number): number {
  return Math.cos(latitude * (Math.PI / 180))
}

function cellOf(latitude: number, longitude: number): number {
  return Math.floor(latitude / CELL_DEGREES) * 10_000 + Math.floor(longitude / CELL_DEGREES)
}

function readCells(): ReadonlyMap<number, readonly Middle[]> {
  const zipsByCell = new Map<number, Middle[]>()
  for (const [zipcode, { point, reachKm }] of allZipAreas()) {
    const up = (NEAR_MAX * reachKm) / KM_PER_DEGREE
    const aside = up / widthAt(Math.min(89, Math.abs(point.latitude) + up))
    for (let north = point.latitude - up; north < point.latitude + up + CELL_DEGREES; north += CELL_DEGREES) {
      for (let east = point.longitude - aside; east < point.longitude + aside + CELL_DEGREES; east += CELL_DEGREES) {
        const cell = cellOf(north, east)
        const existing = zipsByCell.get(cell)
        const middle = { zipcode, reachKm, ...point }
        if (existing === undefined) zipsByCell.set(cell, [middle])
        else existing.push(middle)
      }
    }
  }
  return zipsByCell
}
