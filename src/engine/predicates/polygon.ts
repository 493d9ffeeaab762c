import { ALL, type Filter, IMPOSSIBLE, NONE, SOME, type Verdict } from '../filter.ts'
import type { PolygonPredicate } from '../predicate.ts'
import type { Places } from '../table.ts'
import { type Cells, cellsOf, columnBits } from './polygon-cells.ts'
import { type Edges, edgesOf, isInside } from './polygon-edges.ts'

export function filterPolygon({ rings }: PolygonPredicate, { longitudes, latitudes }: Places): Filter {
  const edges = edgesOf(rings)
  if (edges.length === 0) return IMPOSSIBLE
  const cells = cellsOf(edges)
  return {
    passing: 0.5,
    costNs: 6,
    isLocal: true,
    verdict: (zone) =>
      judge(
        cells,
        longitudes.lows[zone] as number,
        latitudes.lows[zone] as number,
        longitudes.highs[zone] as number,
        latitudes.highs[zone] as number,
      ),
    keep: (rows, start, end, into, at) =>
      keepInPolygon(longitudes.values, latitudes.values, edges, cells, rows, start, end, into, at),
  }
}

/** Looks at the cells under a rectangle. */
function judge(cells: Cells, west: number, south: number, east: number, north: number): Verdict {
  if (east < cells.west || west > cells.east || north < cells.south || south > cells.north) return NONE
  const firstColumn = ((Math.max(west, cells.west) - cells.west) * cells.columnsPerDegree) | 0
  const lastColumn = ((Math.min(east, cells.east) - cells.west) * cells.columnsPerDegree) | 0
  const firstRow = ((Math.max(south, cells.south) - cells.south) * cells.rowsPerDegree) | 0
  const lastRow = ((Math.min(north, cells.north) - cells.south) * cells.rowsPerDegree) | 0
  const under = columnBits(firstColumn, lastColumn)
  let all = true // never of a rectangle that sticks out: the cells along the frame are border or outside
  let none = true
  for (let row = firstRow; row <= lastRow && (all || none); row++) {
    const inside = (cells.inside[row] as number) & under
    all &&= inside === under
    none &&= (inside | ((cells.border[row] as number) & under)) === 0
  }
  return none ? NONE : all ? ALL : SOME
}

function keepInPolygon(
  longitudes: Float64Array,
  latitudes: Float64Array,
  edges: Edges,
  cells: Cells,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  const { west, south, east, north, columnsPerDegree, rowsPerDegree, border, inside, rowStarts, rowEdges } = cells
  let next = at
  for (let i = start; i < end; i++) {
    const row = rows[i] as number
    const x = longitudes[row] as number
    const y = latitudes[row] as number
    into[next] = row
    if (x < west || x > east || y < south || y > north) continue
    const band = ((y - south) * rowsPerDegree) | 0
    const column = ((x - west) * columnsPerDegree) | 0
    const isAtBorder = (((border[band] as number) >>> column) & 1) === 1
    next += isAtBorder
      ? +isInside(edges, rowEdges, rowStarts[band] as number, rowStarts[band + 1] as number, x, y)
      : ((inside[band] as number) >>> column) & 1
  }
  return next
}
