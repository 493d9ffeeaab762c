import { EDGE, type Edges, isInside } from './polygon-edges.ts'

/** Number of rows of cells in a rectangle; each row is a band of latitude. */
export const ROWS = 64

/** Number of cells in a row: one for each bit of a word. */
export const COLUMNS = 32

/** In degrees (100 m). A thinner rectangle is a single cell, because cells must be much larger than rounding errors. */
const MIN_WIDTH_DEGREES = 1e-3

/** Margin added around edges, as a share of the rectangle's width and height. */
const MARGIN_SHARE = 1e-8

/**
 * A rectangle cut into rows of cells, with the edges that cross it. If no edge touches a cell, all its points are on
 * the same side. In border cells, each point is tested against edges of its row.
 */
export interface Cells {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
  readonly columnsPerDegree: number
  readonly rowsPerDegree: number
  /** For each row, a bit mask of the cells that edges may touch. */
  readonly border: Int32Array
  readonly inside: Int32Array
  /** Row r has the edges `rowEdges[rowStarts[r]]` … `rowEdges[rowStarts[r + 1] - 1]`. */
  readonly rowStarts: Uint32Array
  readonly rowEdges: Uint32Array
}

/** Cuts the bounding rectangle of all edges into cells. */
export function cellsOf(edges: Edges): Cells {
  const all = Uint32Array.from({ length: edges.length / EDGE }, (_, edge) => edge * EDGE)
  const cells = cellsIn(frameOf(edges), edges, all)
  if (cells.columnsPerDegree === 0) cells.border[0] = 1
  else for (let row = 0; row < ROWS; row++) classifyRow(edges, cells, row)
  return cells
}

/**
 * Cuts one cell into smaller cells, for the edges that may touch the cell. All smaller cells are border cells, because
 * the edges within a cell need not be closed rings.
 */
export function cellsWithin(outer: Cells, row: number, column: number, edges: Edges, which: Uint32Array): Cells {
  const { west, south, columnsPerDegree, rowsPerDegree } = outer
  const frame = frameBetween(
    west + column / columnsPerDegree,
    south + row / rowsPerDegree,
    west + (column + 1) / columnsPerDegree,
    south + (row + 1) / rowsPerDegree,
  )
  const cells = cellsIn(frame, edges, which)
  cells.border.fill(-1)
  return cells
}

/** Whether a cell is large enough to be split. */
export function canBeCut({ columnsPerDegree, rowsPerDegree }: Cells): boolean {
  return columnsPerDegree > 0 && Math.max(columnsPerDegree, rowsPerDegree) * MIN_WIDTH_DEGREES < 0.5
}

function cellsIn(frame: Frame, edges: Edges, which: Uint32Array): Cells {
  const rowStarts = new Uint32Array(ROWS + 1)
  const rowEdges = sortIntoRows(edges, which, frame, rowStarts)
  return { ...frame, border: new Int32Array(ROWS), inside: new Int32Array(ROWS), rowStarts, rowEdges }
}

/** The row of cells at a latitude. */
export function rowOf({ south, rowsPerDegree }: Frame, latitude: number): number {
  return Math.max(0, Math.min(ROWS - 1, ((latitude - south) * rowsPerDegree) | 0))
}

export function columnOf({ west, columnsPerDegree }: Frame, longitude: number): number {
  return Math.max(0, Math.min(COLUMNS - 1, ((longitude - west) * columnsPerDegree) | 0))
}

/** Returns a mask of the columns from `first` to `last`. */
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
  return frameBetween(west, south, east, north)
}

function frameBetween(west: number, south: number, east: number, north: number): Frame {
  const isThin = !(east - west >= MIN_WIDTH_DEGREES && north - south >= MIN_WIDTH_DEGREES)
  // Slightly too small, so that points on the eastern and northern side still fall into the last cells.
  const columnsPerDegree = isThin ? 0 : (COLUMNS - 1e-9) / (east - west)
  const rowsPerDegree = isThin ? 0 : (ROWS - 1e-9) / (north - south)
  return { west, south, east, north, columnsPerDegree, rowsPerDegree }
}

/** Returns the edges row by row, and writes to `rowStarts` where each row starts. */
function sortIntoRows(edges: Edges, which: Uint32Array, frame: Frame, rowStarts: Uint32Array): Uint32Array {
  for (const edge of which) {
    const last = rowOf(frame, edges[edge + 3] as number)
    let row = rowOf(frame, edges[edge + 1] as number)
    for (; row <= last; row++) rowStarts[row] = (rowStarts[row] as number) + 1
  }
  // `rowStarts` first contains the end of each row. Inserting the edges from the back turns ends into starts.
  for (let row = 1; row <= ROWS; row++) rowStarts[row] = (rowStarts[row] as number) + (rowStarts[row - 1] as number)
  const rowEdges = new Uint32Array(rowStarts[ROWS] as number)
  for (const edge of which) {
    const last = rowOf(frame, edges[edge + 3] as number)
    let row = rowOf(frame, edges[edge + 1] as number)
    for (; row <= last; row++) {
      const place = (rowStarts[row] as number) - 1
      rowEdges[place] = edge
      rowStarts[row] = place
    }
  }
  return rowEdges
}

/** Marks the cells of a row that edges may touch. One exact test then decides each run of other cells. */
function classifyRow(edges: Edges, cells: Cells, row: number): void {
  const { border, inside, rowStarts, rowEdges } = cells
  const start = rowStarts[row] as number
  const end = rowStarts[row + 1] as number
  let touched = 0
  for (let i = start; i < end; i++) touched |= touchedColumns(edges, rowEdges[i] as number, cells, row).bits
  border[row] = touched
  const y = cells.south + (row + 0.5) / cells.rowsPerDegree
  // All cells before the first border cell or after the last are outside.
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

/**
 * Returns the first and last column of a row that an edge may touch. If the edge lies east of all columns, `first` is
 * COLUMNS; if west, `last` is -1. The next call overwrites the returned object.
 */
export function touchedColumns(edges: Edges, edge: number, cells: Cells, row: number): Readonly<typeof touching> {
  const { west, south, east, north, columnsPerDegree, rowsPerDegree } = cells
  const lowX = edges[edge] as number
  const lowY = edges[edge + 1] as number
  const highX = edges[edge + 2] as number
  const highY = edges[edge + 3] as number
  // More than the rounding error, and far less than a cell.
  const slackX = (east - west) * MARGIN_SHARE
  const slackY = (north - south) * MARGIN_SHARE
  const from = Math.max(lowY, south + row / rowsPerDegree - slackY)
  const to = Math.min(highY, south + (row + 1) / rowsPerDegree + slackY)
  const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0
  const x1 = from === lowY ? lowX : lowX + (from - lowY) * slope
  const x2 = to === highY ? highX : lowX + (to - lowY) * slope
  const first = Math.floor((Math.min(x1, x2) - slackX - west) * columnsPerDegree)
  const last = Math.floor((Math.max(x1, x2) + slackX - west) * columnsPerDegree)
  touching.first = Math.max(0, Math.min(COLUMNS, first))
  touching.last = Math.max(-1, Math.min(COLUMNS - 1, last))
  touching.bits = touching.first <= touching.last ? columnBits(touching.first, touching.last) : 0
  return touching
}

const touching = { first: 0, last: 0, bits: 0 }
