import { PolygonBorder } from './predicates/polygon-border.ts'
import { edgesOf, type Ring } from './predicates/polygon-edges.ts'

/** Prepares rings for tests of many points, as `PolygonPredicate` says. The points must lie in the box around them. */
export function borderOf(rings: readonly Ring[]): Pick<PolygonBorder, 'has'> {
  return new PolygonBorder(edgesOf(rings))
}
