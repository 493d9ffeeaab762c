/** The place of a shape, in the coordinates of its file. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The box of the points of a shape. */
export class Box {
  #west = Infinity
  #east = -Infinity
  #south = Infinity
  #north = -Infinity

  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return
    this.#west = Math.min(this.#west, x)
    this.#east = Math.max(this.#east, x)
    this.#south = Math.min(this.#south, y)
    this.#north = Math.max(this.#north, y)
  }

  /** The middle of the box. Undefined without points. */
  get middle(): Spot | undefined {
    if (this.#west > this.#east) return undefined
    return this.#west === this.#east && this.#south === this.#north
      ? { x: this.#west, y: this.#south }
      : { x: (this.#west + this.#east) / 2, y: (this.#south + this.#north) / 2 }
  }
}

/** Returns a point unchanged, and for other shapes the middle of the box. Undefined without coordinates. */
export function spotOf(geometry: unknown): Spot | undefined {
  const box = new Box()
  widen(box, geometry, 0)
  return box.middle
}

/** The greatest depth of nested collections. No real file goes deeper. */
export const DEPTH_MAX = 12

function widen(box: Box, shape: unknown, depth: number): void {
  if (depth > DEPTH_MAX || typeof shape !== 'object' || shape === null) return
  if (!Array.isArray(shape)) {
    const { coordinates, geometries, x, y } = shape as Readonly<Record<string, unknown>> // the shape is any object
    widen(box, coordinates ?? geometries ?? [x, y], depth + 1)
  } else if (typeof shape[0] === 'object') for (const part of shape) widen(box, part, depth + 1)
  else box.add(Number(shape[0]), Number(shape[1]))
}

/** Coordinates that are not degrees, as a mapping or the file itself describes them. */
export interface Projected {
  /** The projection as `EPSG:26910`, a PROJ text (`+proj=…`), WKT or PROJJSON. */
  readonly projection: string
  /** The columns with the coordinates. Absent if the shape has the coordinates. */
  readonly x?: string
  readonly y?: string
}

/** The columns that every format with shapes adds to its own. */
export const LONGITUDE = 'geometry.longitude'
export const LATITUDE = 'geometry.latitude'

/** The column with the polygons of a shape. It is made only on request. */
export const SHAPE = 'geometry.shape'

/** Polygons as `SHAPE` has them in JSON: each is a list of rings, and each ring x, y, x, y, … */
export type Polygons = readonly (readonly (readonly number[])[])[]

/** Nested lists that lead to a coordinate: two in a polygon, and three in several polygons. */
const [POLYGON_DEPTH, POLYGONS_DEPTH] = [2, 3]

/** Returns the polygons of a GeoJSON geometry, or of nested lists of points. Other shapes have none. */
export function polygonsOf(shape: unknown, depth = 0): Polygons {
  if (depth > DEPTH_MAX || typeof shape !== 'object' || shape === null) return []
  const { type, coordinates, geometries } = shape as Readonly<Record<string, unknown>> // the shape is any object
  if (Array.isArray(geometries)) return geometries.flatMap((part) => polygonsOf(part, depth + 1))
  const lists = Array.isArray(shape) ? shape : coordinates
  const isPolygons = type === 'MultiPolygon' || (type === undefined && depthOf(lists) === POLYGONS_DEPTH)
  const isPolygon = type === 'Polygon' || (type === undefined && depthOf(lists) === POLYGON_DEPTH)
  const polygons = isPolygons ? listIn(lists) : isPolygon ? [lists] : []
  return polygons.map((polygon) => listIn(polygon).map((ring) => listIn(ring).flatMap(pairOf)))
}

function depthOf(lists: unknown): number {
  return Array.isArray(lists) && typeof lists[0] === 'object' ? 1 + depthOf(lists[0]) : 0
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A corner that is not a pair becomes NaN, which is not a place on earth. */
function pairOf(point: unknown): readonly number[] {
  if (Array.isArray(point)) return [Number(point[0]), Number(point[1])]
  const { x, y } = (point ?? {}) as { readonly x?: unknown; readonly y?: unknown } // the shape is any object
  return [Number(x), Number(y)]
}
