import { spansOf } from './predicates/polygon-border.ts'
import { type Cells, COLUMNS, cellsOf, ROWS } from './predicates/polygon-cells.ts'
import { type Edges, edgesOf } from './predicates/polygon-edges.ts'

export { COLUMNS }

/**
 * Rings cut into cells, for code outside of the engine that tests points. Most cells are entirely inside or outside. In
 * other cells, the even-odd rule over the cell's edges decides.
 */
export interface RingCells extends Cells {
  /**
   * Each edge as low x, low y, high x, high y: first the edges of the rings, then artificial edges farther east. In a
   * cell's list, artificial edges stand for all edges east of the cell in the same row.
   */
  readonly edges: readonly number[]
  /** How many lists of edges a row has: one for each cell, or a single one if all rows have few edges. */
  readonly lists: number
  /**
   * Lists are numbered row by row. List l has the edges `cellEdges[cellStarts[l]]` … `cellEdges[cellStarts[l + 1] -
   * 1]`.
   */
  readonly cellStarts: Uint32Array
  readonly cellEdges: readonly number[]
}

/** If no row has more edges than this, lists for all cells take longer to make than they save for most polygons. */
const FEW_EDGES = 12

/** Cuts rings (x, y, x, y, … in degrees) into cells. */
export function ringCells(rings: readonly (readonly number[])[]): RingCells {
  const edges = edgesOf(rings)
  const cells = cellsOf(edges)
  const { rowStarts, rowEdges } = cells
  if (rowStarts.every((start, row) => (rowStarts[row + 1] ?? start) - start <= FEW_EDGES))
    return { ...cells, edges: [...edges], lists: 1, cellStarts: rowStarts, cellEdges: [...rowEdges] }
  const eastern = new EasternEdges(cells.east, edges.length)
  const cellStarts = new Uint32Array(ROWS * COLUMNS + 1)
  const cellEdges: number[] = []
  for (let row = 0; row < ROWS; row++) {
    const border = cells.border[row] as number
    const inColumns = border === 0 ? [] : edgesOfRow(cells, edges, row, eastern)
    for (let column = 0; column < COLUMNS; column++) {
      if (((border >>> column) & 1) === 1) for (const edge of inColumns[column] ?? []) cellEdges.push(edge)
      cellStarts[row * COLUMNS + column + 1] = cellEdges.length
    }
  }
  return { ...cells, edges: [...edges, ...eastern.edges], lists: COLUMNS, cellStarts, cellEdges }
}

/** Returns the edges of each cell of a row, by column. */
function edgesOfRow(cells: Cells, edges: Edges, row: number, eastern: EasternEdges): readonly (readonly number[])[] {
  const { rowStarts, rowEdges, columnsPerDegree } = cells
  if (columnsPerDegree === 0) return [Array.from(rowEdges)]
  const { first, last, oddBelow, ends, endFirst } = spansOf(cells, edges, row)
  const inColumns = Array.from({ length: COLUMNS }, (): number[] => [])
  const oddFrom = new Uint8Array(COLUMNS + 1) // for each column: whether an odd number of edge ends lies below the row, among edges that begin in the column
  const start = rowStarts[row] as number
  for (let i = 0; i < first.length; i++) {
    const from = first[i] as number
    const edge = rowEdges[start + i] as number
    oddFrom[from] = (oddFrom[from] as number) ^ (oddBelow[i] as number)
    for (let column = from; column <= (last[i] as number); column++) inColumns[column]?.push(edge)
  }
  let isOddBelow = 0
  for (let column = COLUMNS - 1; column >= 0; column--) {
    isOddBelow ^= oddFrom[column + 1] as number
    const inCell = inColumns[column] as number[]
    if (inCell.length === 0) continue // the cell is entirely inside or outside
    const easternEnds = ends.filter((_, i) => (endFirst[i] as number) > column)
    eastern.addTo(inCell, isOddBelow, easternEnds)
  }
  return inColumns
}

/**
 * Artificial vertical edges, which stand for the edges east of a cell. They cover the latitudes at which the number of
 * edges to the east is odd.
 */
class EasternEdges {
  readonly edges: number[] = []
  readonly #x: number
  readonly #first: number
  readonly #positions = new Map<string, number>()

  constructor(east: number, first: number) {
    this.#x = east + 1
    this.#first = first
  }

  addTo(cellEdges: number[], isOddBelow: number, ends: Float64Array): void {
    const turns = isOddBelow === 1 ? [-EVERYWHERE] : []
    for (const end of ends) {
      if (turns.at(-1) === end)
        turns.pop() // one edge ends here and another begins, so the number stays the same
      else turns.push(end)
    }
    for (let i = 0; i < turns.length; i += 2)
      cellEdges.push(this.#between(turns[i] as number, turns[i + 1] ?? EVERYWHERE))
  }

  #between(low: number, high: number): number {
    const name = `${low} ${high}`
    const position = this.#positions.get(name)
    if (position !== undefined) return position
    const edge = this.#first + this.edges.length
    this.edges.push(this.#x, low, this.#x, high)
    this.#positions.set(name, edge)
    return edge
  }
}

/** Exceeds every latitude. */
const EVERYWHERE = 1000
