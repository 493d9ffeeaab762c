import { plain } from './format.ts'
import { type DrawnPolygon, geojsonPolygons, geojsonText, type Ring } from './geojson-polygons.ts'
import { Refusal, type Shape } from './shape.ts'

const MIN_POINTS = 3
const MAX_POINTS = 1000

/** A coordinate may have 20 decimals, because doubles close to 0 are written with that many. */
const COORDINATE = /^[+-]?(\d{1,3}(\.\d{0,20})?|\.\d{1,20})$/

/**
 * Reads pairs of latitude and longitude, separated by commas, or polygons in GeoJSON. A place is inside if it is in at
 * least one polygon. The ring of pairs may be open or closed: a last point equal to the first point is dropped.
 */
export const polygon: Shape<readonly DrawnPolygon[]> = {
  schema: { type: 'string' },
  example: '47.62 -122.36,47.62 -122.30,47.58 -122.33',
  joint: ',',
  parse: (text) => {
    if (text.startsWith('{')) return geojsonPolygons(text)
    const points: [number, number][] = []
    const pairs = text.split(',', MAX_POINTS + 3)
    for (const [i, pair] of pairs.entries()) {
      if (pair.trim() === '' && i === pairs.length - 1) continue // clients end the list with a comma
      const point = readPoint(pair, i)
      if (point instanceof Refusal) return point
      points.push(point)
    }
    const ring = openRing(points)
    return ring instanceof Refusal ? ring : [{ points: ring }]
  },
  format: (polygons) => {
    const [only, ...others] = polygons
    if (only === undefined || others.length > 0 || only.holes !== undefined || only.points.length > MAX_POINTS)
      return geojsonText(polygons)
    return only.points.map((point) => point.map(plain).join(' ')).join(',')
  },
}

function readPoint(pair: string, i: number): [number, number] | Refusal {
  const [latitude = '', longitude = '', ...rest] = pair.trim().split(/\s+/)
  if (rest.length > 0 || !COORDINATE.test(latitude) || !COORDINATE.test(longitude)) {
    return new Refusal(
      `must be pairs "latitude longitude", separated by commas; point ${i + 1} is ${JSON.stringify(pair.slice(0, 40))}.`,
    )
  }
  const point: [number, number] = [Number(latitude), Number(longitude)]
  if (Math.abs(point[0]) > 90) {
    return new Refusal(
      `must have latitudes from -90 to 90, each before its longitude; point ${i + 1} has latitude ${latitude}.`,
    )
  }
  if (Math.abs(point[1]) > 180)
    return new Refusal(`must have longitudes from -180 to 180; point ${i + 1} has longitude ${longitude}.`)
  return point
}

function openRing(points: [number, number][]): Ring | Refusal {
  const [first, last] = [points[0], points.at(-1)]
  const closed = points.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
  const ring = closed ? points.slice(0, -1) : points
  if (ring.length >= MIN_POINTS && ring.length <= MAX_POINTS) return ring
  const count = ring.length > MAX_POINTS ? `more than ${MAX_POINTS}` : String(ring.length)
  return new Refusal(`must have ${MIN_POINTS} to ${MAX_POINTS} points, and has ${count}.`)
}
