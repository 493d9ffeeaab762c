import { grown } from './growing.ts'
import { EDGE, edgesOf, isInside, type Ring } from './predicates/polygon-edges.ts'

let positions = new Uint32Array(0)

/**
 * Whether a point lies in rings of x, y, x, y, …, by the rule of `PolygonPredicate`. Suited to few points, because
 * nothing is precomputed.
 */
export function isInRings(rings: readonly Ring[], x: number, y: number): boolean {
  return isWithinEdges(edgesOf(rings), x, y)
}

/**
 * Whether a point lies within edges, given as low x, low y, high x, high y. Edges above or below the point may be left
 * out.
 */
export function isWithinEdges(edges: Float64Array, x: number, y: number): boolean {
  const count = edges.length / EDGE
  if (positions.length < count) positions = grown(positions, count).map((_, edge) => edge * EDGE)
  return isInside(edges, positions, 0, count, x, y)
}
