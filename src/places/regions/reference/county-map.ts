import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { builtText } from '../../../kit/base/program.ts'
import type { Point } from '../../../model/home.ts'

/** A county's outline. Each ring is a list of x, y, x, y, and so on, in degrees. */
export interface CountyShape {
  /** Five digits. */
  readonly fips: string
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly rings: readonly Float64Array[]
}

type CountyTopology = Topology<{ counties: GeometryCollection }>

/** The file in `dist/made` with the result of `countyMap`. */
export const COUNTY_MAP = 'counties-10m.json'

/** Returns the map of counties in the package `us-atlas`, as JSON. */
export function countyMap(): string {
  return readFileSync(createRequire(import.meta.url).resolve(`us-atlas/${COUNTY_MAP}`), 'utf8')
}

/** Returns the outline of every county in the states and territories. Takes about 60 ms. */
export function readCountyShapes(): CountyShape[] {
  // the map has no types; its documentation names these objects
  const topology = JSON.parse(builtText(COUNTY_MAP, countyMap)) as CountyTopology
  return feature(topology, topology.objects.counties).features.flatMap(({ id, geometry }) => {
    if (geometry.type === 'Polygon') return [shapeOf(String(id), geometry.coordinates)]
    if (geometry.type === 'MultiPolygon') return [shapeOf(String(id), geometry.coordinates.flat())]
    return []
  })
}

function shapeOf(fips: string, outlines: readonly (readonly (readonly number[])[])[]): CountyShape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  const rings = outlines.map((outline) => {
    const ring = new Float64Array(outline.length * 2)
    outline.forEach(([x = 0, y = 0], index) => {
      ring[index * 2] = x
      ring[index * 2 + 1] = y
      if (x < west) west = x
      if (x > east) east = x
      if (y < south) south = y
      if (y > north) north = y
    })
    return ring
  })
  return { fips, west, south, east, north, rings }
}

export function shapeHolding(shapes: readonly CountyShape[], point: Point): CountyShape | undefined {
  return shapes.find((shape) => boxDistance(shape, point) === 0 && holds(shape, point))
}

/** Returns the shape whose outline is nearest to the point, up to a distance in degrees of latitude. */
export function shapeNear(
  shapes: readonly CountyShape[],
  point: Point,
  withinDegrees: number,
): CountyShape | undefined {
  let best: CountyShape | undefined
  let bestDistance = withinDegrees
  for (const shape of shapes) {
    if (boxDistance(shape, point) > bestDistance) continue
    const distance = outlineDistance(shape, point)
    if (distance <= bestDistance) {
      best = shape
      bestDistance = distance
    }
  }
  return best
}

/** The length of a degree of longitude, in degrees of latitude. */
function longitudeScale(point: Point): number {
  return Math.cos((point.latitude * Math.PI) / 180)
}

function boxDistance(box: CountyShape, point: Point): number {
  const { latitude: y, longitude: x } = point
  const dx = Math.max(box.west - x, 0, x - box.east)
  const dy = Math.max(box.south - y, 0, y - box.north)
  return dx === 0 && dy === 0 ? 0 : Math.hypot(dx * longitudeScale(point), dy)
}

/** Counts how often a ray from the point crosses the rings (even-odd rule). This works with holes and islands. */
function holds(shape: CountyShape, { latitude: y, longitude: x }: Point): boolean {
  let inside = false
  for (const ring of shape.rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [ring[i], ring[i + 1], ring[i + 2], ring[i + 3]]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
    }
  }
  return inside
}

function outlineDistance(shape: CountyShape, point: Point): number {
  const scale = longitudeScale(point)
  let best = Infinity
  for (const ring of shape.rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const ax = ((ring[i] ?? 0) - point.longitude) * scale
      const ay = (ring[i + 1] ?? 0) - point.latitude
      const bx = ((ring[i + 2] ?? 0) - point.longitude) * scale
      const by = (ring[i + 3] ?? 0) - point.latitude
      best = Math.min(best, segmentDistance(ax, ay, bx, by))
    }
  }
  return best
}

/** Distance from the origin to the segment a-b. */
function segmentDistance(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay]
  const lengthSquared = dx * dx + dy * dy
  const along = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / lengthSquared))
  return Math.hypot(ax + along * dx, ay + along * dy)
}
