import type { Home, Point } from '../../model/home.ts'
import { loadGazetteer, type ZipPlace } from '../../places/regions/gazetteer.ts'
import { regionKeysOf } from '../../places/regions/region-keys.ts'
import { EARTH_RADIUS_M, greatCircleM } from '../engine/great-circle.ts'
import type { BoxNode, CircleNode, Corners, PolygonNode } from '../ports/query.ts'

/**
 * The ZIP code or city of a home without coordinates, as a circle. A search by shape finds the home only if the shape
 * contains the whole circle. So no answer claims that a home is inside a shape if it may be outside.
 */
export interface HomeArea extends Point {
  readonly radiusM: number
}

/**
 * Multiplier for the radius of a circle that is as large as the ZIP code's land. In King County, a circle with twice
 * that radius contains 99 of 100 homes.
 */
const REACH = 2

/** Returns the key of the home's ZIP code, or of its city if the ZIP code is unknown. */
export function areaKey({ address }: Pick<Home, 'address'>): string | undefined {
  const { zipcode, city } = regionKeysOf(address)
  return /^\d{5}$/.test(address.zipcode) ? zipcode : city
}

/** Returns the area for a key from `areaKey`. */
export function areaOfKey(key: string): HomeArea | undefined {
  const [type, state = '', slug = ''] = key.split('/')
  return type === 'zipcode' ? areaOfZip(state) : areaOfCity(slug.replaceAll('-', ' '), state.toUpperCase())
}

/** Returns undefined for an unknown ZIP code and for a ZIP code without land, for example for post-office boxes. */
export function areaOfZip(zipcode: string): HomeArea | undefined {
  const place = loadGazetteer().zip(zipcode)
  return place && discOf(place)
}

/** Returns a circle around all ZIP codes of a city. */
export function areaOfCity(city: string, state: string): HomeArea | undefined {
  const discs = loadGazetteer()
    .zipsOfCity(city, state)
    .flatMap((place) => discOf(place) ?? [])
  if (discs.length === 0) return undefined
  const mean = (of: (disc: HomeArea) => number) => discs.reduce((sum, disc) => sum + of(disc), 0) / discs.length
  const middle = { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
  return { ...middle, radiusM: Math.max(...discs.map((disc) => metersBetween(middle, disc) + disc.radiusM)) }
}

function discOf({ point, reachKm }: ZipPlace): HomeArea | undefined {
  return reachKm === undefined ? undefined : { ...point, radiusM: REACH * reachKm * 1000 }
}

function metersBetween(one: Point, other: Point): number {
  return greatCircleM(one.longitude, one.latitude, other.longitude, other.latitude)
}

export function holdsArea(shape: BoxNode | PolygonNode | CircleNode, area: HomeArea): boolean {
  switch (shape.kind) {
    case 'circle':
      return metersBetween(shape, area) + area.radiusM <= shape.radiusM
    case 'polygon':
      return ringsHold([shape.points, ...(shape.holes ?? [])], area)
    case 'box': {
      const { west, south, north } = shape
      if (south > north) return false
      const east = shape.east < west ? shape.east + 360 : shape.east
      const longitude = area.longitude < west ? area.longitude + 360 : area.longitude
      const ring: Corners = [
        [south, west],
        [south, east],
        [north, east],
        [north, west],
      ]
      return ringsHold([ring], { ...area, longitude })
    }
  }
}

const METERS_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180

/**
 * Whether a polygon contains the whole circle: the center is inside (even-odd rule), and all edges are at least the
 * radius away. Treats degrees as flat around the center, as edges are straight in degrees.
 */
function ringsHold(rings: readonly Corners[], { latitude, longitude, radiusM }: HomeArea): boolean {
  const width = Math.cos(latitude * (Math.PI / 180)) * METERS_PER_DEGREE
  let isInside = false
  for (const points of rings)
    for (const [at, end] of points.entries()) {
      const start = points.at(at - 1) ?? end // the last corner is linked to the first
      const [x1, y1] = [(start[1] - longitude) * width, (start[0] - latitude) * METERS_PER_DEGREE]
      const [x2, y2] = [(end[1] - longitude) * width, (end[0] - latitude) * METERS_PER_DEGREE]
      if (metersToSegment(x1, y1, x2, y2) < radiusM) return false
      if (y1 > 0 !== y2 > 0 && x1 + (-y1 / (y2 - y1)) * (x2 - x1) > 0) isInside = !isInside
    }
  return isInside
}

/** Returns the distance from the origin to a line segment. */
function metersToSegment(x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length))
  return Math.hypot(x1 + along * dx, y1 + along * dy)
}
