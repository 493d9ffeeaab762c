/** The location of a shape, in the file's coordinates. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** The bounding box of a shape. */
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

  /** Undefined if the box has no points. */
  get middle(): Spot | undefined {
    if (this.#west > this.#east) return undefined
    return this.#west === this.#east && this.#south === this.#north
      ? { x: this.#west, y: this.#south }
      : { x: (this.#west + this.#east) / 2, y: (this.#south + this.#north) / 2 }
  }
}

/** Returns a point itself, and the center of the bounding box of other shapes. Undefined without coordinates. */
export function spotOf(geometry: unknown): Spot | undefined {
  const box = new Box()
  widen(box, geometry, 0)
  return box.middle
}

/** Maximum nesting of geometry collections. No real file exceeds it. */
export const DEPTH_MAX = 12

function widen(box: Box, shape: unknown, depth: number): void {
  if (depth > DEPTH_MAX || typeof shape !== 'object' || shape === null) return
  if (!Array.isArray(shape)) {
    const { coordinates, geometries, rings, x, y } = shape as Readonly<Record<string, unknown>> // all keys are checked below
    widen(box, coordinates ?? geometries ?? rings ?? [x, y], depth + 1)
  } else if (typeof shape[0] === 'object') for (const part of shape) widen(box, part, depth + 1)
  else box.add(Number(shape[0]), Number(shape[1]))
}

/** Coordinates that are not in degrees, as described by a mapping or the file. */
export interface Projected {
  /** A code such as `EPSG:26910`, a PROJ text (`+proj=…`), WKT or PROJJSON. */
  readonly projection: string
  /** The columns with the coordinates. Absent if shapes contain them. */
  readonly x?: string
  readonly y?: string
}

/** Columns that every format with shapes adds. */
export const LONGITUDE = 'geometry.longitude'
export const LATITUDE = 'geometry.latitude'

/** The column with a shape's polygons. It exists only on request. */
export const SHAPE = 'geometry.shape'

/** The JSON in the `SHAPE` column: polygons are lists of rings, and a ring is x, y, x, y, … */
export type Polygons = readonly (readonly (readonly number[])[])[]

/** Levels of nested lists above a coordinate pair: 2 in a polygon, 3 in a multi-polygon. */
const [POLYGON_DEPTH, POLYGONS_DEPTH] = [2, 3]

/** Returns the polygons of a GeoJSON geometry, or of nested lists of points. Empty for other shapes. */
export function polygonsOf(shape: unknown, depth = 0): Polygons {
  if (depth > DEPTH_MAX || typeof shape !== 'object' || shape === null) return []
  const { type, coordinates, geometries } = shape as Readonly<Record<string, unknown>> // all keys are checked below
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

/** An invalid corner becomes NaN, so that the shape is rejected. */
function pairOf(point: unknown): readonly number[] {
  if (Array.isArray(point)) return [Number(point[0]), Number(point[1])]
  const { x, y } = (point ?? {}) as { readonly x?: unknown; readonly y?: unknown } // both keys are checked below
  return [Number(x), Number(y)]
}
