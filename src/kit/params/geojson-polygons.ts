import { parseForeignJson } from '../base/foreign-json.ts'
import { Refusal } from './shape.ts'

/** The corners of a polygon, in degrees. The first corner is not repeated at the end. */
export type Ring = readonly (readonly [latitude: number, longitude: number])[]

/** A polygon with holes. The even-odd rule applies to all rings together. */
export interface DrawnPolygon {
  readonly points: Ring
  readonly holes?: readonly Ring[]
}

/** Maximum number of corners in all rings together. */
const MAX_CORNERS = 3000
const MIN_CORNERS = 3
/** Maximum depth of collections in collections. */
const MAX_DEPTH = 5

const ACCEPTED =
  'must be a Polygon, a MultiPolygon, a closed LineString, or a Feature or FeatureCollection with some of these.'

/**
 * Collects polygons. Throws a Refusal if the JSON contains anything else, or a corner that is not a position on earth.
 */
class Reader {
  readonly polygons: DrawnPolygon[] = []
  #corners = 0

  read(shape: unknown, depth = 0): void {
    if (depth > MAX_DEPTH || typeof shape !== 'object' || shape === null) throw new Refusal(ACCEPTED)
    // any object may have or lack these keys
    const { type, features, geometry, geometries, coordinates } = shape as Readonly<Record<string, unknown>>
    if (type === 'FeatureCollection') for (const each of listOf(features)) this.read(each, depth + 1)
    else if (type === 'GeometryCollection') for (const each of listOf(geometries)) this.read(each, depth + 1)
    else if (type === 'Feature') this.read(geometry, depth + 1)
    else if (type === 'MultiPolygon') for (const each of listOf(coordinates)) this.#polygon(each)
    else if (type === 'Polygon') this.#polygon(coordinates)
    else if (type === 'LineString') this.#polygon([coordinates])
    else throw new Refusal(ACCEPTED)
  }

  #polygon(rings: unknown): void {
    const [points, ...holes] = listOf(rings).map((ring) => this.#ring(ring))
    if (points === undefined) throw new Refusal('a polygon has no rings.')
    this.polygons.push(holes.length === 0 ? { points } : { points, holes })
  }

  #ring(ring: unknown): Ring {
    const corners = listOf(ring).map(cornerOf)
    const [first, last] = [corners[0], corners.at(-1)]
    if (corners.length <= MIN_CORNERS || first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
      throw new Refusal(
        `must have rings of 4 or more corners, the last one the same as the first, and has a ring of ${corners.length}.`,
      )
    this.#corners += corners.length - 1
    if (this.#corners > MAX_CORNERS)
      throw new Refusal(`it has more than ${MAX_CORNERS} corners: simplify it, or add it as a layer.`)
    return corners.slice(0, -1)
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new Refusal(ACCEPTED)
}

function cornerOf(corner: unknown): readonly [latitude: number, longitude: number] {
  const [longitude, latitude] = listOf(corner)
  if (typeof longitude === 'number' && typeof latitude === 'number')
    if (Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90) return [latitude, longitude]
  const shownCorner = JSON.stringify(corner).slice(0, 40)
  throw new Refusal(
    `must have corners of a longitude and a latitude in degrees, in this order, and has ${shownCorner}.`,
  )
}

/** Reads polygons from GeoJSON. A place is inside if it is in at least one polygon, so overlaps make no difference. */
export function geojsonPolygons(text: string): readonly DrawnPolygon[] | Refusal {
  const reader = new Reader()
  try {
    reader.read(parseForeignJson(text))
  } catch (error) {
    if (error instanceof SyntaxError) return new Refusal(`${ACCEPTED} This is not JSON.`)
    if (error instanceof Refusal) return error
    throw error
  }
  return reader.polygons.length > 0 ? reader.polygons : new Refusal(ACCEPTED)
}

export function geojsonText(polygons: readonly DrawnPolygon[]): string {
  const coordinates = polygons.map(({ points, holes = [] }) =>
    [points, ...holes].map((ring) =>
      [...ring, ...ring.slice(0, 1)].map(([latitude, longitude]) => [longitude, latitude]),
    ),
  )
  return JSON.stringify({ type: 'MultiPolygon', coordinates })
}
