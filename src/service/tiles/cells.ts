import type { Steps } from '../../catalog/engine/work.ts'
import { NO_PRICE, type PlacedHomes } from './placed-homes.ts'
import { WORLD } from './world.ts'

/** A tile has so many zooms of cells below it: 32 by 32 of them. */
const CELL_ZOOMS = 5

/** The homes of one cell: from one place in their order to before another. */
export interface Cell {
  readonly from: number
  readonly end: number
  /** The mean of their places, in units of `WORLD`. */
  readonly x: number
  readonly y: number
}

/** Homes that are looked at before others get their turn. */
const PORTION = 1 << 16

/** The cells of a tile of a zoom that hold any of its homes, in their order. */
export function* cellsOf(homes: PlacedHomes, zoom: number, first: number, last: number): Steps<readonly Cell[]> {
  const shift = Math.log2(WORLD) - CELL_ZOOMS - zoom
  const cells: Cell[] = []
  for (let from = first; from < last; ) {
    const cell = { from, end: from, x: 0, y: 0 }
    while (cell.end < last && grow(cell, homes, shift, Math.min(last, cell.end + PORTION))) yield
    const homeCount = cell.end - from
    cells.push({ ...cell, x: cell.x / homeCount, y: cell.y / homeCount })
    from = cell.end
  }
  return cells
}

/** Adds homes to a cell, whose place is their sum; tells whether all up to `end` belong to it. */
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

/** Prices of more homes are counted by their halves instead of sorted: that takes longer for fewer. */
const MANY = 4096

/** The median of the prices that are known, the mean of the two in the middle; undefined of fewer than `least`, or none. */
export function medianPrice(
  { prices }: PlacedHomes,
  { from, end }: Pick<Cell, 'from' | 'end'>,
  least = 1,
): number | undefined {
  let knownCount = 0
  for (let at = from; at < end; at++) if (prices[at] !== NO_PRICE) knownCount += 1
  if (knownCount < least) return undefined
  const [lower, upper] = [(knownCount - 1) >> 1, knownCount >> 1]
  const all = prices.subarray(from, end) // those that are not known come last
  const sorted = all.length > MANY ? undefined : all.toSorted()
  const nth = (before: number) => sorted?.[before] ?? selectByHalves(all, before)
  return upper === lower ? nth(lower) : (nth(lower) + nth(upper)) / 2
}

const HALF_BITS = 16
const counts = new Uint32Array(1 << HALF_BITS)

/**
 * The value that has `before` values before it in order. The upper halves of all values are counted first, then the lower
 * halves of the values whose upper half is that of the wanted value.
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

/** The half at which the counts go beyond a number, and what is left of that before it. */
function reached(before: number): readonly [half: number, left: number] {
  let left = before
  let half = 0
  while (left >= (counts[half] as number)) left -= counts[half++] as number
  return [half, left]
}
