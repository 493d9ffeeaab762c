import type { ColumnKind, FlatArray } from './column.ts'
import { storageOf } from './column.ts'
import { copyPerElement } from './own-copy.ts'

/**
 * Rows per block. Of the sizes from 128 to 2,048, 512 was fastest for polygons and circles. Larger blocks follow the
 * borders of shapes less closely.
 */
export const BLOCK_ROWS = 512

export const REGION_BLOCKS = 32

/**
 * Returns the number of blocks.
 *
 * Blocks and regions (runs of blocks) are zones, which a filter can judge as a whole. All blocks are numbered first,
 * then the regions. Rows follow a space-filling curve, so a zone covers a small area.
 */
export function blocksOf(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS)
}

export function regionsOf(rows: number): number {
  return Math.ceil(blocksOf(rows) / REGION_BLOCKS)
}

interface ZoneBounds {
  readonly lows: Float64Array
  readonly highs: Float64Array
}

/**
 * Writes the bounds of each zone. Numbers: minimum and maximum, including the number that means "missing". Codes and
 * flags: the bits that all rows have, and the bits that any row has.
 */
export function boundZones(kind: ColumnKind, values: FlatArray, bounds: ZoneBounds): void {
  if (kind === 'codes') boundBits(values, (code) => 1 << code, bounds)
  else if (kind === 'flags') boundBits(values, (bits) => bits, bounds)
  else boundNumbers(kind, values, bounds)
}

/** A region's bounds come from the bounds of its blocks. */
function boundNumbers(kind: ColumnKind, values: FlatArray, { lows, highs }: ZoneBounds): void {
  const { element, missing } = storageOf(kind)
  const blocks = blocksOf(values.length)
  boundRuns[element](values, values, BLOCK_ROWS, missing, lows, highs, 0)
  boundRuns.f64(lows.subarray(0, blocks), highs.subarray(0, blocks), REGION_BLOCKS, missing, lows, highs, blocks)
}

const boundRuns = copyPerElement(boundEachRun)

/**
 * Writes the minimum of `from` and the maximum of `to` over each run of this many zones. The results go to zone `zone`
 * and the zones after it.
 */
function boundEachRun(
  from: FlatArray,
  to: FlatArray,
  run: number,
  missing: number,
  lows: Float64Array,
  highs: Float64Array,
  zone: number,
): void {
  for (let start = 0, at = zone; start < from.length; start += run, at++) {
    const end = Math.min(start + run, from.length)
    let low = missing
    let high = Number.NEGATIVE_INFINITY
    for (let i = start; i < end; i++) {
      if ((from[i] as number) < low) low = from[i] as number
      if ((to[i] as number) > high) high = to[i] as number
    }
    lows[at] = low
    highs[at] = high
  }
}

function boundBits(values: FlatArray, bitsOf: (value: number) => number, { lows, highs }: ZoneBounds): void {
  lows.fill(0xffff_ffff)
  highs.fill(0)
  const blocks = blocksOf(values.length)
  for (let row = 0; row < values.length; row++) {
    const bits = bitsOf(values[row] as number)
    const block = Math.floor(row / BLOCK_ROWS)
    lows[block] = ((lows[block] as number) & bits) >>> 0
    highs[block] = ((highs[block] as number) | bits) >>> 0
  }
  for (let block = 0; block < blocks; block++) {
    const region = blocks + Math.floor(block / REGION_BLOCKS)
    lows[region] = ((lows[region] as number) & (lows[block] as number)) >>> 0
    highs[region] = ((highs[region] as number) | (highs[block] as number)) >>> 0
  }
}
