/** The place of a shape, in the coordinates of its file. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** Returns a point unchanged, and of other shapes the middle of their box. Undefined without coordinates. */
export function spotOf(geometry: unknown): Spot | undefined {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  widen(box, geometry, 0)
  if (box.west > box.east) return undefined
  return box.west === box.east && box.south === box.north
    ? { x: box.west, y: box.south }
    : { x: (box.west + box.east) / 2, y: (box.south + box.north) / 2 }
}

interface Box {
  west: number
  east: number
  south: number
  north: number
}

/** The greatest depth of nested collections. No real file goes deeper. */
const DEPTH_MAX = 12

function widen(box: Box, shape: unknown, depth: number): void {
  if (depth > DEPTH_MAX || typeof shape !== 'object' || shape === null) return
  if (!Array.isArray(shape)) {
    const { coordinates, geometries } = shape as { readonly coordinates?: unknown; readonly geometries?: unknown } // the shape is any object
    widen(box, coordinates ?? geometries, depth + 1)
    return
  }
  const [x, y] = shape.map(Number)
  if (typeof shape[0] === 'object') for (const part of shape) widen(box, part, depth + 1)
  else if (x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y)) {
    box.west = Math.min(box.west, x)
    box.east = Math.max(box.east, x)
    box.south = Math.min(box.south, y)
    box.north = Math.max(box.north, y)
  }
}

/** The columns that every format with shapes adds to its own. */
export const LONGITUDE = 'geometry.longitude'
export const LATITUDE = 'geometry.latitude'
