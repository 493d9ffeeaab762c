import { orient2d } from 'robust-predicates'

/**
 * The edges of all rings, from their lower to their higher ends: low x, low y, high x, high y. Stored edge by edge, so
 * that each edge lies within one cache line.
 */
export type Edges = Float64Array

export const EDGE = 4

/** Corners as x, y, x, y …, open or closed. */
export type Ring = readonly number[] | Float64Array

export function edgesOf(rings: readonly Ring[]): Edges {
  const edges = new Float64Array(rings.reduce((points, ring) => points + (ring.length >> 1), 0) * EDGE)
  let place = 0
  for (const ring of rings) {
    let x = ring.at(-2) as number
    let y = ring.at(-1) as number
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const nextX = ring[i] as number
      const nextY = ring[i + 1] as number
      const rises = y < nextY
      edges[place++] = rises ? x : nextX
      edges[place++] = rises ? y : nextY
      edges[place++] = rises ? nextX : x
      edges[place++] = rises ? nextY : y
      x = nextX
      y = nextY
    }
  }
  return edges
}

/** Whether a point is inside by the even-odd rule, or on an edge; see `sideOf`. */
export function isInside(edges: Edges, which: Uint32Array, start: number, end: number, x: number, y: number): boolean {
  return sideOf(edges, which, start, end, x, y) !== 0
}

/** The result for a point on an edge, which is neither inside nor outside. */
export const ON_EDGE = 2

/**
 * Returns the parity (1 or 0) of the number of edges east of a point at its latitude, or ON_EDGE if the point lies on
 * an edge. Exact for all double coordinates. `which[start]` … `which[end - 1]` are the positions of all edges that
 * share a latitude with the point, and possibly more edges.
 */
export function sideOf(edges: Edges, which: Uint32Array, start: number, end: number, x: number, y: number): number {
  let crossings = 0
  for (let i = start; i < end; i++) {
    const edge = which[i] as number
    const lowY = edges[edge + 1] as number
    const highY = edges[edge + 3] as number
    if (y < lowY || y > highY) continue
    const lowX = edges[edge] as number
    const highX = edges[edge + 2] as number
    if (x > lowX && x > highX) continue
    const isEastOfPoint = x < lowX && x < highX
    const side = isEastOfPoint ? 1 : lowY === highY ? 0 : orient2d(highX, highY, lowX, lowY, x, y)
    if (side === 0) return ON_EDGE
    // A higher end belongs to the edge above it, so that a ray through a corner counts the corner once.
    if (side > 0 && y < highY) crossings++
  }
  return crossings & 1
}
