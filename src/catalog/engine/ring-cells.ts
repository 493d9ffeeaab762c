import { type Cells, cellsOf } from './predicates/polygon-cells.ts'
import { type Edges, edgesOf } from './predicates/polygon-edges.ts'

/**
 * Rings cut into cells, for code elsewhere that tests points against it. A point's cell says on which side it is,
 * except for cells that edges may touch: there the edges of its row decide, by the even-odd rule.
 */
export interface RingCells extends Cells {
  /** Low x, low y, high x, high y of each edge; `rowEdges` has the positions of their low x. */
  readonly edges: Edges
}

/** The rings are x, y, x, y, … in degrees. */
export function ringCells(rings: readonly (readonly number[])[]): RingCells {
  const edges = edgesOf(rings)
  return { ...cellsOf(edges), edges }
}
