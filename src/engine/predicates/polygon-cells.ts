import { EDGE, type Edges, isInside } from './polygon-edges.ts'

/** Rows of cells: bands of latitude. */
const ROWS = 64

/** Cells of a row: one bit each. */
const COLUMNS = 32

/** A polygon thinner than this many degrees (100 m) is one border cell: rounding must stay far below a cell's size. */
const THINNEST = 1e-3

/** Share of a polygon's width and height by which edges are taken to be thicker than they are. */
const SLACK = 1e-8

/**
 * The rectangle around a polygon, cut into rows of cells. All points of a cell that no edge touches are on one side; a
 * point of a border cell is tested against the edges of its row.
 */
export interface Cells {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly columnsPerDegree: number
  readonly rowsPerDegree: number
  /** For each row, a bit for each cell that edges may touch, and for each that is inside. */
  readonly border: Int32Array
  readonly inside: Int32Array
  /** Where the edges start that touch row r of cells: `rowEdges[rowStarts[r]]` up to `rowEdges[rowStarts[r + 1]]`. */
  readonly rowStarts: Uint32Array
  readonly rowEdges: Uint32Array
}

export function cellsOf(edges: Edges): Cells {
  const frame = frameOf(edges)
  const rowStarts = new Uint32Array(ROWS + 1)
  const rowEdges = sortIntoRows(edges, frame, rowStarts)
  const cells = { ...frame, border: new Int32Array(ROWS), inside: new Int32Array(ROWS), rowStarts, rowEdges }
  if (frame.columnsPerDegree === 0) cells.border[0] = 1
  else for (let row = 0; row < ROWS; row++) classifyRow(edges, cells, row)
  return cells
}

/** The bits of the columns from `first` to `last`. */
export function columnBits(first: number, last: number): number {
  return (-1 >>> (COLUMNS - 1 - (last - first))) << first
}

type Frame = Pick<Cells, 'west' | 'south' | 'east' | 'north' | 'columnsPerDegree' | 'rowsPerDegree'>

function frameOf(edges: Edges): Frame {
  let west = Number.POSITIVE_INFINITY
  let south = Number.POSITIVE_INFINITY
  let east = Number.NEGATIVE_INFINITY
  let north = Number.NEGATIVE_INFINITY
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    const lowX = edges[edge] as number
    const highX = edges[edge + 2] as number
    west = Math.min(west, lowX, highX)
    east = Math.max(east, lowX, highX)
    south = Math.min(south, edges[edge + 1] as number)
    north = Math.max(north, edges[edge + 3] as number)
  }
  const isThin = !(east - west >= THINNEST && north - south >= THINNEST)
  // A little less than the whole, so that the eastern and northern edges belong to the last cells.
  const columnsPerDegree = isThin ? 0 : (COLUMNS - 1e-9) / (east - west)
  const rowsPerDegree = isThin ? 0 : (ROWS - 1e-9) / (north - south)
  return { west, south, east, north, columnsPerDegree, rowsPerDegree }
}

/** Writes where the edges of each row start and answers the edges, row by row. */
function sortIntoRows(edges: Edges, { south, rowsPerDegree }: Frame, rowStarts: Uint32Array): Uint32Array {
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    const last = (((edges[edge + 3] as number) - south) * rowsPerDegree) | 0
    let row = (((edges[edge + 1] as number) - south) * rowsPerDegree) | 0
    for (; row <= last; row++) rowStarts[row] = (rowStarts[row] as number) + 1
  }
  // First where each row ends; then, as its edges are put in from the back, where it starts.
  for (let row = 1; row <= ROWS; row++) rowStarts[row] = (rowStarts[row] as number) + (rowStarts[row - 1] as number)
  const rowEdges = new Uint32Array(rowStarts[ROWS] as number)
  for (let edge = 0; edge < edges.length; edge += EDGE) {
    const last = (((edges[edge + 3] as number) - south) * rowsPerDegree) | 0
    let row = (((edges[edge + 1] as number) - south) * rowsPerDegree) | 0
    for (; row <= last; row++) {
      const place = (rowStarts[row] as number) - 1
      rowEdges[place] = edge
      rowStarts[row] = place
    }
  }
  return rowEdges
}

/** Marks the cells of a row that edges may touch; each run of cells between them takes one exact test. */
function classifyRow(edges: Edges, cells: Cells, row: number): void {
  const { border, inside, rowStarts, rowEdges } = cells
  const start = rowStarts[row] as number
  const end = rowStarts[row + 1] as number
  let touched = 0
  for (let i = start; i < end; i++) touched |= touchedColumns(edges, rowEdges[i] as number, cells, row)
  border[row] = touched
  const y = cells.south + (row + 0.5) / cells.rowsPerDegree
  // What lies west of the first border cell or east of the last one is outside.
  let rest = ~touched & (touched ^ -touched) & columnBits(0, COLUMNS - 1 - Math.clz32(touched))
  while (rest !== 0) {
    const first = lowestBit(rest)
    const run = columnBits(first, first + lowestBit(~(rest >>> first)) - 1)
    const x = cells.west + (first + 0.5) / cells.columnsPerDegree
    if (isInside(edges, rowEdges, start, end, x, y)) inside[row] = (inside[row] as number) | run
    rest &= ~run
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}

/** The cells of one row that an edge may touch. */
function touchedColumns(edges: Edges, edge: number, cells: Cells, row: number): number {
  const { west, south, east, north, columnsPerDegree, rowsPerDegree } = cells
  const lowX = edges[edge] as number
  const lowY = edges[edge + 1] as number
  const highX = edges[edge + 2] as number
  const highY = edges[edge + 3] as number
  // Above what rounding can spoil, far below a cell.
  const slackX = (east - west) * SLACK
  const slackY = (north - south) * SLACK
  const from = Math.max(lowY, south + row / rowsPerDegree - slackY)
  const to = Math.min(highY, south + (row + 1) / rowsPerDegree + slackY)
  const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
  const x1 = from === lowY ? lowX : lowX + (from - lowY) * slope
  const x2 = to === highY ? highX : lowX + (to - lowY) * slope
  const first = Math.max(0, (Math.min(x1, x2) - slackX - west) * columnsPerDegree) | 0
  const last = Math.min(COLUMNS - 1, (Math.max(x1, x2) + slackX - west) * columnsPerDegree) | 0
  return columnBits(first, last)
}
