import { PolygonBorder } from './predicates/polygon-border.ts'
import { edgesOf, type Ring } from './predicates/polygon-edges.ts'

/**
 * Prepares rings for testing many points, by the rule of `PolygonPredicate`. All points must lie in the rings' bounding
 * box.
 */
export function borderOf(rings: readonly Ring[]): Pick<PolygonBorder, 'has'> {
  return new PolygonBorder(edgesOf(rings))
}
