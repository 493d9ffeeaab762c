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
export function* cellsOf({ xs, ys }: PlacedHomes, zoom: number, first: number, last: number): Steps<readonly Cell[]> {
  const shift = Math.log2(WORLD) - CELL_ZOOMS - zoom
  const cells: Cell[] = []
  let from = first
  let [sumX, sumY] = [0, 0]
  for (let at = first; at < last; at++) {
    if ((at - first) % PORTION === PORTION - 1) yield
    const [x, y] = [xs[at] as number, ys[at] as number]
    if (((x ^ (xs[from] as number)) | (y ^ (ys[from] as number))) >>> shift !== 0) {
      cells.push({ from, end: at, x: sumX / (at - from), y: sumY / (at - from) })
      from = at
      sumX = 0
      sumY = 0
    }
    sumX += x
    sumY += y
  }
  if (from < last) cells.push({ from, end: last, x: sumX / (last - from), y: sumY / (last - from) })
  return cells
}

/** Up to this many prices are sorted one by one, and up to that many at once. */
const FEW = 24
const MANY = 4096

/** The median of the prices that are known, the mean of the two in the middle of an even number; undefined without any. */
export function medianPrice({ prices }: PlacedHomes, { from, end }: Pick<Cell, 'from' | 'end'>): number | undefined {
  let knownCount = 0
  for (let at = from; at < end; at++) if (prices[at] !== NO_PRICE) knownCount += 1
  if (knownCount === 0) return undefined
  const all = prices.subarray(from, end)
  const [lower, upper] = [(knownCount - 1) >> 1, knownCount >> 1]
  if (all.length > MANY) return (inOrder(all, lower) + inOrder(all, upper)) / 2
  const sorted = all.length <= FEW ? sortedOneByOne(all) : all.slice().sort()
  return ((sorted[lower] as number) + (sorted[upper] as number)) / 2
}

const few = new Uint32Array(FEW)

/** Sorts a few values into `few`: `slice().sort()` would take ten times as long. */
function sortedOneByOne(values: Uint32Array): Uint32Array {
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    let at = i
    for (; at > 0 && (few[at - 1] as number) > value; at--) few[at] = few[at - 1] as number
    few[at] = value
  }
  return few
}

const HALF_BITS = 16
const counts = new Uint32Array(1 << HALF_BITS)

/** The value that has so many before it in order: its upper half is counted first, then its lower one. */
function inOrder(values: Uint32Array, before: number): number {
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
