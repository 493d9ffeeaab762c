import { oncePer } from '../../src/kit/base/once-per.ts'
import type { Point } from '../../src/model/home.ts'
import { exactDegrees } from '../engine/exact-degrees.ts'

/** Returns whether a point is in a shape or on its edge. Computes in degrees, with simple arithmetic. */
export type Contains = (point: Point) => boolean

/** If `west` is greater than `east`, the box crosses the date line. */
export function inBox(box: { west: number; south: number; east: number; north: number }): Contains {
  const { west, south, east, north } = box
  return ({ latitude, longitude }) => {
    if (latitude < south || latitude > north) return false
    return west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
  }
}

export const EARTH_RADIUS_M = 6_371_008.8

export function inCircle(circle: Point & { readonly radiusM: number }): Contains {
  return (point) => haversineM(point, circle) <= circle.radiusM
}

/** Great-circle distance in meters. */
export function haversineM(one: Point, other: Point): number {
  const haversine =
    halfSineSquared(other.latitude - one.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      halfSineSquared(other.longitude - one.longitude)
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

function halfSineSquared(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

interface Corner extends Point {
  /** Degrees as integers, so that products are exact. */
  readonly x: bigint
  readonly y: bigint
}

/**
 * The even-odd rule: a point is inside if it is exactly on an edge, or if a ray from it to the east crosses the ring an
 * odd number of times. The last edge of a closed ring has no length, and changes nothing.
 */
export function inPolygon(
  ...rings: readonly (readonly (readonly [latitude: number, longitude: number])[])[]
): Contains {
  const edges = rings.flatMap((ring) => {
    const corners = ring.map(([latitude, longitude]) => cornerAt({ latitude, longitude }))
    return corners.map((end, i) => [corners.at(i - 1) as Corner, end] as const) // at(-1) is the last corner, so the first edge closes the ring
  })
  return (point) => {
    let crossings = 0
    for (const [start, end] of edges) {
      if (liesOn(point, start, end)) return true
      if (crossesRay(point, start, end)) crossings++
    }
    return crossings % 2 === 1
  }
}

function liesOn(point: Point, start: Corner, end: Corner): boolean {
  return (
    isBetween(point.latitude, start.latitude, end.latitude) &&
    isBetween(point.longitude, start.longitude, end.longitude) &&
    turn(start, end, point) === 0n
  )
}

/**
 * Returns whether an edge crosses the ray. Only the upper end belongs to the edge, so that a corner between two edges
 * counts once.
 */
function crossesRay(point: Point, start: Corner, end: Corner): boolean {
  const rises = start.latitude < end.latitude
  const [lower, upper] = rises ? [start, end] : [end, start]
  if (lower.latitude >= point.latitude || upper.latitude < point.latitude) return false
  if (lower.longitude > point.longitude && upper.longitude > point.longitude) return true
  if (lower.longitude < point.longitude && upper.longitude < point.longitude) return false
  return turn(lower, upper, point) > 0n // the point is to the left of the edge, so the edge is to the east of the point
}

function isBetween(value: number, one: number, other: number): boolean {
  return Math.min(one, other) <= value && value <= Math.max(one, other)
}

/**
 * Twice the area of a triangle. Positive if `point` is to the left of the line from `start` to `end`, otherwise
 * negative.
 */
function turn(start: Corner, end: Corner, point: Point): bigint {
  const { x, y } = cornerAt(point)
  return (end.x - start.x) * (y - start.y) - (end.y - start.y) * (x - start.x)
}

const cornerAt = oncePer(
  ({ latitude, longitude }: Point): Corner => ({
    latitude,
    longitude,
    x: exactDegrees(longitude),
    y: exactDegrees(latitude),
  }),
)

const METERS_PER_DEGREE = (EARTH_RADIUS_M * Math.PI) / 180

/** Meters from a point inside a box to the nearest edge of the box, on a plane around the point. */
export function metersToBox(box: { west: number; south: number; east: number; north: number }, from: Point): number {
  const width = Math.cos(radians(from.latitude))
  const eastward = (degrees: number) => ((degrees + 360) % 360) * width
  const sides = [from.latitude - box.south, box.north - from.latitude]
  return (
    Math.min(...sides, eastward(from.longitude - box.west), eastward(box.east - from.longitude)) * METERS_PER_DEGREE
  )
}

/** Meters from a point to the nearest edge of a ring. */
export function metersToEdges(ring: readonly (readonly [latitude: number, longitude: number])[], from: Point): number {
  const width = Math.cos(radians(from.latitude))
  const corners = ring.map(([latitude, longitude]) => [(longitude - from.longitude) * width, latitude - from.latitude])
  const away = corners.map(([x = 0, y = 0], i) => {
    const [u = 0, v = 0] = corners.at(i - 1) ?? []
    const length = Math.hypot(x - u, y - v)
    const isBeside = u * (u - x) + v * (v - y) > 0 && x * (x - u) + y * (y - v) > 0
    return isBeside ? Math.abs(u * y - v * x) / length : Math.min(Math.hypot(x, y), Math.hypot(u, v))
  })
  return Math.min(...away) * METERS_PER_DEGREE
}
