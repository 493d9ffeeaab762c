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
import { type Edges, ON_EDGE, sideOf } from './polygon-edges.ts'

/** A row with more edges than this is taken apart, cell by cell, and a cell with more into cells of its own. */
const FEW_EDGES = 16

/** Tests of a cell after which cutting it up costs less than going on: it costs about as much as these. */
const TESTS_BEFORE_CUT = 100

/** A border cell: the edges that may touch it, and those that lie east of it in its row. */
interface BorderCell {
  readonly edges: Uint32Array
  /** Whether the number of eastern edges' ends below the row is odd. */
  readonly isOddBelow: number
  /** Latitudes of those ends within the row, ascending: at each of them an eastern edge begins or ends. */
  readonly easternEnds: Float64Array
  tests: number
  cut: CutCells | undefined
}

/** A rectangle of cells, and the border cells among them that were looked into. */
interface CutCells {
  readonly cells: Cells
  readonly borders: (BorderCell | undefined)[]
}

/**
 * Finds sides of points at the border of a polygon. A point is tested against the edges that touch its own cell; of those
 * east of it only the latitudes count. Where many edges meet and many points lie, cells are cut up further.
 */
export class PolygonBorder {
  readonly cells: Cells
  /** Edges that points were tested against so far. */
  tested = 0
  readonly #edges: Edges
  readonly #cut: CutCells

  constructor(edges: Edges) {
    this.#edges = edges
    this.cells = cellsOf(edges)
    this.#cut = { cells: this.cells, borders: [] }
  }

  /** 1 for a point inside or on an edge, else 0; the point lies in the rectangle of the cells. */
  has(x: number, y: number): number {
    return this.#sideIn(this.#cut, x, y) === 0 ? 0 : 1
  }

  /** 0 or 1 by the even-odd rule, or ON_EDGE. */
  #sideIn(cut: CutCells, x: number, y: number): number {
    const { cells, borders } = cut
    const row = rowOf(cells, y)
    const column = columnOf(cells, x)
    if ((((cells.border[row] as number) >>> column) & 1) === 0) return ((cells.inside[row] as number) >>> column) & 1
    const [start, end] = [cells.rowStarts[row] as number, cells.rowStarts[row + 1] as number]
    if (end - start <= FEW_EDGES || cells.columnsPerDegree === 0) return this.#sideOf(cells.rowEdges, start, end, x, y)
    const place = row * COLUMNS + column
    const border = borders[place] ?? borderCell(cells, this.#edges, row, column)
    borders[place] = border
    const side = this.#sideAt(cut, border, row, column, x, y)
    return side === ON_EDGE ? ON_EDGE : side ^ border.isOddBelow ^ (countUpTo(border.easternEnds, y) & 1)
  }

  #sideAt({ cells }: CutCells, border: BorderCell, row: number, column: number, x: number, y: number): number {
    const { edges } = border
    if (border.cut === undefined) {
      if (edges.length <= FEW_EDGES || ++border.tests <= TESTS_BEFORE_CUT || !canBeCut(cells))
        return this.#sideOf(edges, 0, edges.length, x, y)
      border.cut = { cells: cellsWithin(cells, row, column, this.#edges, edges), borders: [] }
      this.tested += TESTS_BEFORE_CUT * edges.length
    }
    return this.#sideIn(border.cut, x, y)
  }

  #sideOf(which: Uint32Array, start: number, end: number, x: number, y: number): number {
    this.tested += end - start
    return sideOf(this.#edges, which, start, end, x, y)
  }
}

function borderCell(cells: Cells, edges: Edges, row: number, column: number): BorderCell {
  const touching: number[] = []
  const ends: number[] = []
  let below = 0
  for (let i = cells.rowStarts[row] as number; i < (cells.rowStarts[row + 1] as number); i++) {
    const edge = cells.rowEdges[i] as number
    const { first, last } = touchedColumns(edges, edge, cells, row)
    if (first > column) {
      for (const latitude of [edges[edge + 1] as number, edges[edge + 3] as number]) {
        const endRow = rowOf(cells, latitude)
        if (endRow < row) below++
        else if (endRow === row) ends.push(latitude)
      }
    } else if (last >= column) touching.push(edge)
  }
  return {
    edges: Uint32Array.from(touching),
    isOddBelow: below & 1,
    easternEnds: Float64Array.from(ends).sort(),
    tests: 0,
    cut: undefined,
  }
}

/** How many of the ascending numbers are not above a bound. */
function countUpTo(numbers: Float64Array, bound: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] as number) <= bound) low = middle + 1
    else high = middle
  }
  return low
}
