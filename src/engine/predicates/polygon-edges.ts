import { orient2d } from 'robust-predicates'

/** The edges of all rings, each from its lower end to its higher one. */
export interface Edges {
  readonly count: number
  readonly lowX: Float64Array
  readonly lowY: Float64Array
  readonly highX: Float64Array
  readonly highY: Float64Array
}

/** Rings as x, y, x, y …, open or closed. */
export function edgesOf(rings: readonly (readonly number[])[]): Edges {
  const capacity = rings.reduce((points, ring) => points + ring.length / 2, 0)
  const edges = {
    count: 0,
    lowX: new Float64Array(capacity),
    lowY: new Float64Array(capacity),
    highX: new Float64Array(capacity),
    highY: new Float64Array(capacity),
  }
  for (const ring of rings) {
    let x = ring.at(-2) as number
    let y = ring.at(-1) as number
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const nextX = ring[i] as number
      const nextY = ring[i + 1] as number
      const rises = y < nextY
      const edge = edges.count++
      edges.lowX[edge] = rises ? x : nextX
      edges.lowY[edge] = rises ? y : nextY
      edges.highX[edge] = rises ? nextX : x
      edges.highY[edge] = rises ? nextY : y
      x = nextX
      y = nextY
    }
  }
  return edges
}

/**
 * Whether a point is inside by the even-odd rule or on one of the edges. Exact: the side of an edge is found with as many
 * digits as it takes. `which[start]` … `which[end - 1]` are the edges that share a latitude with the point, others may be among them.
 */
export function isInside(edges: Edges, which: Uint32Array, start: number, end: number, x: number, y: number): boolean {
  let crossings = 0
  for (let i = start; i < end; i++) {
    const edge = which[i] as number
    const lowY = edges.lowY[edge] as number
    const highY = edges.highY[edge] as number
    if (y < lowY || y > highY) continue
    const lowX = edges.lowX[edge] as number
    const highX = edges.highX[edge] as number
    const isEastOfPoint = x < lowX && x < highX
    const isWestOfPoint = x > lowX && x > highX
    if (isWestOfPoint) continue
    const side = isEastOfPoint ? 1 : lowY === highY ? 0 : orient2d(highX, highY, lowX, lowY, x, y)
    if (side === 0) return true
    // The higher end belongs to the edge above it, so that a ray through a corner counts it once.
    if (side > 0 && y < highY) crossings++
  }
  return (crossings & 1) === 1
}
