import type { Steps } from '../../catalog/engine/work.ts'
import { homesIn, NO_PRICE, type PlacedHomes } from './placed-homes.ts'
import { WORLD } from './world.ts'

/** Zoom levels between a tile and its cells. */
const CELL_ZOOMS = 3
/** Cells along each side of a tile. On a screen, cells are 64 pixels wide or more, so that counts have room. */
export const CELLS_ACROSS = 2 ** CELL_ZOOMS

/** The homes of one cell: indices `from` to `end - 1` in `PlacedHomes`. */
export interface Cell {
  readonly from: number
  readonly end: number
  /** The mean position of the homes, moved away from the points of other cells; in units of `WORLD`. */
  readonly x: number
  readonly y: number
}

/** Number of homes read in one step. */
const PORTION = 1 << 16

/** Returns the cells of a tile that contain homes, in the order of `PlacedHomes`. */
export function* cellsOf(homes: PlacedHomes, zoom: number, first: number, last: number): Steps<readonly Cell[]> {
  const shift = Math.log2(WORLD) - CELL_ZOOMS - zoom
  const cells: Cell[] = []
  for (let from = first; from < last; ) {
    const cell = { from, end: from, x: 0, y: 0 }
    while (cell.end < last && grow(cell, homes, shift, Math.min(last, cell.end + PORTION))) yield
    const homeCount = cell.end - from
    cells.push({ ...cell, ...apart(homes, zoom + CELL_ZOOMS, cell.x / homeCount, cell.y / homeCount) })
    from = cell.end
  }
  return cells
}

/** Distance between a cell's point and a neighbor with homes, as a share of the cell. */
const MARGIN = 0.2

/**
 * Moves a cell's point away from sides that border on other cells with homes. Two counts are then at least two margins
 * apart, also across tiles.
 */
function apart(homes: PlacedHomes, z: number, meanX: number, meanY: number): Pick<Cell, 'x' | 'y'> {
  const side = WORLD / 2 ** z
  const [x, y] = [Math.floor(meanX / side), Math.floor(meanY / side)]
  const isTaken = (east: number, south: number) => {
    const place = { z, x: x + east, y: y + south }
    if (Math.min(place.x, place.y) < 0 || Math.max(place.x, place.y) >= 2 ** z) return false
    const [from, end] = homesIn(homes, place)
    return from < end
  }
  const [west, east] = [-1, 1].map((way) => [-1, 0, 1].some((south) => isTaken(way, south)))
  const between = (at: number, from: number, isBefore = false, isAfter = false) =>
    Math.min(Math.max(at, (from + (isBefore ? MARGIN : 0)) * side), (from + (isAfter ? 1 - MARGIN : 1)) * side - 1)
  return { x: between(meanX, x, west, east), y: between(meanY, y, isTaken(0, -1), isTaken(0, 1)) }
}

/**
 * Adds homes to a cell. Until all are added, `x` and `y` of the cell are sums. Returns whether all homes up to `end`
 * belong to the cell.
 */
function grow(
  cell: { from: number; end: number; x: number; y: number },
  { xs, ys }: PlacedHomes,
  shift: number,
  end: number,
): boolean {
  const [x, y] = [xs[cell.from] as number, ys[cell.from] as number]
  let at = cell.end
  let [sumX, sumY] = [cell.x, cell.y]
  for (; at < end; at++) {
    const [ownX, ownY] = [xs[at] as number, ys[at] as number]
    if (((ownX ^ x) | (ownY ^ y)) >>> shift !== 0) break
    sumX += ownX
    sumY += ownY
  }
  cell.end = at
  cell.x = sumX
  cell.y = sumY
  return at === end
}

/** From this number of prices on, `selectByHalves` is faster than sorting them. */
const MANY = 4096

/** Returns the median of the known prices. Undefined if fewer than `least` prices are known. */
export function medianPrice(
  { prices }: PlacedHomes,
  { from, end }: Pick<Cell, 'from' | 'end'>,
  least = 1,
): number | undefined {
  let knownCount = 0
  for (let at = from; at < end; at++) if (prices[at] !== NO_PRICE) knownCount += 1
  if (knownCount < least) return undefined
  const [lower, upper] = [(knownCount - 1) >> 1, knownCount >> 1]
  const all = prices.subarray(from, end) // unknown prices sort last
  const sorted = all.length > MANY ? undefined : all.toSorted()
  const nth = (before: number) => sorted?.[before] ?? selectByHalves(all, before)
  return upper === lower ? nth(lower) : (nth(lower) + nth(upper)) / 2
}

const HALF_BITS = 16
const counts = new Uint32Array(1 << HALF_BITS)

/**
 * Returns the value at index `before` in sorted order, without sorting. Counts the upper 16 bits of all values; then,
 * among values with the wanted upper bits, the lower 16 bits.
 */
function selectByHalves(values: Uint32Array, before: number): number {
  counts.fill(0)
  for (let i = 0; i < values.length; i++) count((values[i] as number) >>> HALF_BITS)
  const [upper, left] = reached(before)
  counts.fill(0)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (value >>> HALF_BITS === upper) count(value & 0xffff)
  }
  const [lower] = reached(left)
  return upper * (1 << HALF_BITS) + lower
}

function count(half: number): void {
  counts[half] = (counts[half] as number) + 1
}

/**
 * Returns the first 16-bit number at which the running count exceeds `before`. `left` is the rest of `before` there.
 */
function reached(before: number): readonly [half: number, left: number] {
  let left = before
  let half = 0
  while (left >= (counts[half] as number)) left -= counts[half++] as number
  return [half, left]
}
