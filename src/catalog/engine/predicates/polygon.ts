import { ALL, type Filter, IMPOSSIBLE, NONE, SOME, type Verdict } from '../filter.ts'
import type { PredicateOf } from '../predicate.ts'
import type { Places } from '../table.ts'
import { PolygonBorder } from './polygon-border.ts'
import { type Cells, columnBits } from './polygon-cells.ts'
import { edgesOf } from './polygon-edges.ts'

/** Cost of testing a point against one edge. */
const EDGE_NS = 4

/** Prepared rings, cached because a search tests a polygon in every segment, and preparing a large one is slow. */
const made = new WeakMap<PredicateOf<'polygon'>['rings'], PolygonBorder>()

export function filterPolygon({ rings }: PredicateOf<'polygon'>, { longitudes, latitudes }: Places): Filter {
  if (rings.every((ring) => ring.length < 2)) return IMPOSSIBLE
  const border = made.get(rings) ?? new PolygonBorder(edgesOf(rings))
  made.set(rings, border)
  const { cells } = border
  let countedTests = border.tested
  return {
    passing: 0.5,
    costNs: 6,
    isLocal: true,
    furtherNs: () => {
      const tested = border.tested - countedTests
      countedTests = border.tested
      return tested * EDGE_NS
    },
    verdict: (zone) =>
      judge(
        cells,
        longitudes.lows[zone] as number,
        latitudes.lows[zone] as number,
        longitudes.highs[zone] as number,
        latitudes.highs[zone] as number,
      ),
    keep: (rows, start, end, into, at) =>
      keepInPolygon(longitudes.values, latitudes.values, border, rows, start, end, into, at),
  }
}

function judge(cells: Cells, west: number, south: number, east: number, north: number): Verdict {
  if (east < cells.west || west > cells.east || north < cells.south || south > cells.north) return NONE
  const firstColumn = ((Math.max(west, cells.west) - cells.west) * cells.columnsPerDegree) | 0
  const lastColumn = ((Math.min(east, cells.east) - cells.west) * cells.columnsPerDegree) | 0
  const firstRow = ((Math.max(south, cells.south) - cells.south) * cells.rowsPerDegree) | 0
  const lastRow = ((Math.min(north, cells.north) - cells.south) * cells.rowsPerDegree) | 0
  const under = columnBits(firstColumn, lastColumn)
  let all = true // false if the zone exceeds the bounding rectangle, whose outermost cells are never inside
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
  polygon: PolygonBorder,
  rows: Uint32Array,
  start: number,
  end: number,
  into: Uint32Array,
  at: number,
): number {
  const { west, south, east, north, columnsPerDegree, rowsPerDegree, border, inside } = polygon.cells
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
    next += isAtBorder ? polygon.has(x, y) : ((inside[band] as number) >>> column) & 1
  }
  return next
}
