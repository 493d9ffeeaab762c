import { orient2d } from 'robust-predicates'

/**
 * The edges of all rings as low x, low y, high x, high y, … An edge goes from its lower end to its higher end. One
 * array, so that an edge lies within one cache line.
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

/** Whether a point is inside or on an edge; see `sideOf`. */
export function isInside(edges: Edges, which: Uint32Array, start: number, end: number, x: number, y: number): boolean {
  return sideOf(edges, which, start, end, x, y) !== 0
}

/** What `sideOf` returns for a point on an edge. */
export const ON_EDGE = 2

/**
 * Returns 1 for a point inside, 0 outside, or ON_EDGE. Inside means: the number of edges east of the point is odd.
 * Exact for all double coordinates. `which[start]` … `which[end - 1]` are the numbers of the edges to test, at least
 * all edges at the point's latitude.
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
    // The higher end of an edge does not count, so that a ray through a corner counts the corner once.
    if (side > 0 && y < highY) crossings++
  }
  return crossings & 1
}
