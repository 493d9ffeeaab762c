import type { Edges } from './polygon-edges.ts'
import { isInside } from './polygon-edges.ts'

export const OUTSIDE = 0
export const INSIDE = 1
export const BORDER = 2

/** Cells along each side of the rectangle around a polygon. */
export const SIDE = 64

/** A polygon thinner than this many degrees (100 m) is one border cell: rounding must stay far below a cell's size. */
const THINNEST = 1e-3

/**
 * The rectangle around a polygon, cut into SIDE x SIDE cells. All points of a cell that no edge touches are on one side;
 * a point of a border cell is tested against the edges of its row of cells.
 */
export interface Cells {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly columnsPerDegree: number
  readonly rowsPerDegree: number
  readonly classes: Uint8Array
  /** Edges that touch row r of cells: `rowEdges[rowStarts[r]]` up to `rowEdges[rowStarts[r + 1]]`. */
  readonly rowStarts: Uint32Array
  readonly rowEdges: Uint32Array
}

export function cellsOf(edges: Edges): Cells {
  const frame = frameOf(edges)
  const classes = new Uint8Array(SIDE * SIDE)
  const { rowStarts, rowEdges } = edgesByRow(edges, frame)
  const cells = { ...frame, classes, rowStarts, rowEdges }
  if (frame.columnsPerDegree === 0) {
    classes[0] = BORDER
    return cells
  }
  for (let row = 0; row < SIDE; row++) {
    for (let i = rowStarts[row] as number; i < (rowStarts[row + 1] as number); i++) {
      markBorder(edges, rowEdges[i] as number, frame, row, classes)
    }
    fillRow(edges, cells, row)
  }
  return cells
}

type Frame = Pick<Cells, 'west' | 'south' | 'east' | 'north' | 'columnsPerDegree' | 'rowsPerDegree'>

function frameOf({ count, lowX, lowY, highX, highY }: Edges): Frame {
  let west = Number.POSITIVE_INFINITY
  let south = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  for (let edge = 0; edge < count; edge++) {
    west = Math.min(west, lowX[edge] as number, highX[edge] as number)
    east = Math.max(east, lowX[edge] as number, highX[edge] as number)
    south = Math.min(south, lowY[edge] as number)
    north = Math.max(north, highY[edge] as number)
  }
  const isThin = !(east - west >= THINNEST && north - south >= THINNEST)
  // A little less than SIDE, so that the eastern and northern edges belong to the last cells.
  const columnsPerDegree = isThin ? 0 : (SIDE - 1e-9) / (east - west)
  const rowsPerDegree = isThin ? 0 : (SIDE - 1e-9) / (north - south)
  return { west, south, east, north, columnsPerDegree, rowsPerDegree }
}

function edgesByRow({ count, lowY, highY }: Edges, { south, rowsPerDegree }: Frame) {
  const rowOf = (y: number) => ((y - south) * rowsPerDegree) | 0
  const rowStarts = new Uint32Array(SIDE + 1)
  for (let edge = 0; edge < count; edge++) {
    const last = rowOf(highY[edge] as number)
    for (let row = rowOf(lowY[edge] as number); row <= last; row++)
      rowStarts[row + 1] = (rowStarts[row + 1] as number) + 1
  }
  for (let row = 0; row < SIDE; row++) rowStarts[row + 1] = (rowStarts[row + 1] as number) + (rowStarts[row] as number)
  const next = rowStarts.slice()
  const rowEdges = new Uint32Array(rowStarts[SIDE] as number)
  for (let edge = 0; edge < count; edge++) {
    const last = rowOf(highY[edge] as number)
    for (let row = rowOf(lowY[edge] as number); row <= last; row++) {
      const place = next[row] as number
      rowEdges[place] = edge
      next[row] = place + 1
    }
  }
  return { rowStarts, rowEdges }
}

/** Marks the cells of one row that an edge may touch: one more at either side than the reckoning says. */
function markBorder(edges: Edges, edge: number, frame: Frame, row: number, classes: Uint8Array): void {
  const lowX = edges.lowX[edge] as number
  const lowY = edges.lowY[edge] as number
  const highX = edges.highX[edge] as number
  const highY = edges.highY[edge] as number
  const { west, south, north, columnsPerDegree, rowsPerDegree } = frame
  const slack = (north - south) * 1e-9 // above rounding, far below a cell
  const from = Math.max(lowY, south + row / rowsPerDegree - slack)
  const to = Math.min(highY, south + (row + 1) / rowsPerDegree + slack)
  const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
  const x1 = from === lowY ? lowX : lowX + (from - lowY) * slope
  const x2 = to === highY ? highX : lowX + (to - lowY) * slope
  const first = Math.max(0, (((Math.min(x1, x2) - west) * columnsPerDegree) | 0) - 1)
  const last = Math.min(SIDE - 1, (((Math.max(x1, x2) - west) * columnsPerDegree) | 0) + 1)
  classes.fill(BORDER, row * SIDE + first, row * SIDE + last + 1)
}

/** One exact test for each run of cells between border cells. */
function fillRow(edges: Edges, cells: Cells, row: number): void {
  const { classes, rowStarts, rowEdges } = cells
  const y = cells.south + (row + 0.5) / cells.rowsPerDegree
  let current = BORDER
  for (let column = 0; column < SIDE; column++) {
    const cell = row * SIDE + column
    if (classes[cell] === BORDER) {
      current = BORDER
      continue
    }
    if (current === BORDER) {
      const x = cells.west + (column + 0.5) / cells.columnsPerDegree
      const start = rowStarts[row] as number
      const end = rowStarts[row + 1] as number
      current = isInside(edges, rowEdges, start, end, x, y) ? INSIDE : OUTSIDE
    }
    classes[cell] = current
  }
}
