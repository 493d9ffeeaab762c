import { firstAbove } from '../../../kit/algorithms/sorted.ts'
import {
  type Cells,
  COLUMNS,
  canBeCut,
  cellsOf,
  cellsWithin,
  columnOf,
  rowOf,
  touchedColumns,
} from './polygon-cells.ts'
import { EDGE, type Edges, ON_EDGE, sideOf } from './polygon-edges.ts'

/** Rows and cells with more edges than this are split into smaller cells. */
const FEWEST_EDGES_IN_BANDS = 16

/** A cell is split after this many tests of points, because splitting a cell costs about as much. */
const TESTS_BEFORE_CUT = 100

/** A cell that edges may touch, with these edges and a summary of the edges farther east in the same row of cells. */
interface BorderCell {
  readonly edges: Uint32Array
  /** 1 if an odd number of edge ends east of the cell lies below the row of cells, otherwise 0. */
  readonly isOddBelow: number
  /** Latitudes within the row of cells at which an edge east of the cell begins or ends. Ascending. */
  readonly easternEnds: Float64Array
  tests: number
  cut: CutCells | undefined
}

/** A grid of cells. Its rows and border cells are computed when points need them. */
interface CutCells {
  readonly cells: Cells
  readonly spans: (Spans | undefined)[]
  readonly borders: (BorderCell | undefined)[]
}

/** The columns of cells that the edges of a row of cells touch. */
interface Spans {
  /** The first column that each edge may touch; see `touchedColumns`. */
  readonly first: Int8Array
  readonly last: Int8Array
  /** 1 if exactly one end of the edge is below the row, otherwise 0. */
  readonly oddBelow: Uint8Array
  /** Latitudes of edge ends within the row, ascending, and for each the first column of its edge. */
  readonly ends: Float64Array
  readonly endFirst: Int8Array
}

/** Cost of locating a point and counting the edge ends east of it. The unit is one test of a point against an edge. */
const TESTS_PER_LOOK = 25

/** Cost of inserting an edge into a row of cells. The unit is one test of a point against an edge. */
const TESTS_PER_SPAN = 5

/**
 * Decides whether points near a polygon's border are inside. Tests a point against the edges in its cell; for edges
 * east of the cell, latitudes are enough. Cells with many edges and many points are split further.
 */
export class PolygonBorder {
  readonly cells: Cells
  /** Number of tests of points against edges so far. */
  tested = 0
  readonly #edges: Edges
  readonly #cut: CutCells

  constructor(edges: Edges) {
    this.#edges = edges
    this.cells = cellsOf(edges)
    this.#cut = { cells: this.cells, spans: [], borders: [] }
    this.tested = this.cells.rowEdges.length * TESTS_PER_SPAN * 2 // also covers the tests of cells between border cells
  }

  /** Returns 1 for a point inside or on an edge, otherwise 0. The point must lie in the bounding rectangle. */
  has(x: number, y: number): number {
    return this.#sideIn(this.#cut, x, y) === 0 ? 0 : 1
  }

  /** Returns 1 inside, 0 outside, or ON_EDGE. Applies the even-odd rule. */
  #sideIn(cut: CutCells, x: number, y: number): number {
    const { cells, borders } = cut
    const row = rowOf(cells, y)
    const column = columnOf(cells, x)
    if ((((cells.border[row] as number) >>> column) & 1) === 0) return ((cells.inside[row] as number) >>> column) & 1
    const start = cells.rowStarts[row] as number
    const end = cells.rowStarts[row + 1] as number
    if (end - start <= FEWEST_EDGES_IN_BANDS || cells.columnsPerDegree === 0)
      return this.#sideOf(cells.rowEdges, start, end, x, y)
    const place = row * COLUMNS + column
    const border = borders[place] ?? this.#borderCell(cut, row, column)
    borders[place] = border
    this.tested += TESTS_PER_LOOK
    const side = this.#sideAt(cut, border, row, column, x, y)
    const { easternEnds } = border
    const endsBelow = firstAbove(easternEnds, y)
    return side === ON_EDGE ? ON_EDGE : side ^ border.isOddBelow ^ (endsBelow & 1)
  }

  #sideAt({ cells }: CutCells, border: BorderCell, row: number, column: number, x: number, y: number): number {
    const { edges } = border
    if (border.cut === undefined) {
      if (edges.length <= FEWEST_EDGES_IN_BANDS || ++border.tests <= TESTS_BEFORE_CUT || !canBeCut(cells))
        return this.#sideOf(edges, 0, edges.length, x, y)
      border.cut = { cells: cellsWithin(cells, row, column, this.#edges, edges), spans: [], borders: [] }
      this.tested += border.cut.cells.rowEdges.length
    }
    return this.#sideIn(border.cut, x, y)
  }

  #sideOf(which: Uint32Array, start: number, end: number, x: number, y: number): number {
    this.tested += end - start
    return sideOf(this.#edges, which, start, end, x, y)
  }

  #borderCell({ cells, spans }: CutCells, row: number, column: number): BorderCell {
    const start = cells.rowStarts[row] as number
    const count = (cells.rowStarts[row + 1] as number) - start
    const span = spans[row]
    this.tested += count * (span === undefined ? TESTS_PER_SPAN : 1)
    const { first, last, oddBelow, ends, endFirst } = span ?? spansOf(cells, this.#edges, row)
    spans[row] ??= { first, last, oddBelow, ends, endFirst }
    const touching = new Uint32Array(count)
    let touched = 0
    let isOddBelow = 0
    for (let i = 0; i < count; i++) {
      const isEastern = +((first[i] as number) > column)
      isOddBelow ^= isEastern & (oddBelow[i] as number)
      touching[touched] = cells.rowEdges[start + i] as number
      touched += (1 - isEastern) & +((last[i] as number) >= column)
    }
    const easternEnds = ends.filter((_, i) => (endFirst[i] as number) > column)
    return { edges: touching.slice(0, touched), isOddBelow, easternEnds, tests: 0, cut: undefined }
  }
}

export function spansOf(cells: Cells, edges: Edges, row: number): Spans {
  const start = cells.rowStarts[row] as number
  const count = (cells.rowStarts[row + 1] as number) - start
  const first = new Int8Array(count)
  const last = new Int8Array(count)
  const oddBelow = new Uint8Array(count)
  const within: { readonly latitude: number; readonly first: number }[] = []
  for (let i = 0; i < count; i++) {
    const edge = cells.rowEdges[start + i] as number
    const touched = touchedColumns(edges, edge, cells, row)
    first[i] = touched.first
    last[i] = touched.last
    for (let end = edge + 1; end < edge + EDGE; end += 2) {
      const latitude = edges[end] as number
      const endRow = rowOf(cells, latitude)
      if (endRow < row) oddBelow[i] = 1 - (oddBelow[i] as number)
      else if (endRow === row) within.push({ latitude, first: touched.first })
    }
  }
  within.sort((one, other) => one.latitude - other.latitude)
  const ends = Float64Array.from(within, ({ latitude }) => latitude)
  return { first, last, oddBelow, ends, endFirst: Int8Array.from(within, (end) => end.first) }
}
