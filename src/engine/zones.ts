import type { ColumnKind, FlatArray } from './column.ts'
import { storageOf } from './column.ts'

/** Rows of a block. Of 128 to 2,048, 512 gave the fastest polygons and circles: larger blocks fit them worse. */
export const BLOCK_ROWS = 512

/** Blocks of a region. */
export const REGION_BLOCKS = 32

/**
 * Runs of rows that are judged as a whole, numbered in one sequence: first all blocks, then all regions. Rows stand in
 * the order of a space-filling curve, so that a zone covers a small area.
 */
export function blocksOf(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS)
}

export function regionsOf(rows: number): number {
  return Math.ceil(blocksOf(rows) / REGION_BLOCKS)
}

export interface ZoneBounds {
  readonly lows: Float64Array
  readonly highs: Float64Array
}

/**
 * Writes the bounds of each zone: least and greatest value, missing ones included; for codes and flags the bits that all
 * rows have and those that any has.
 */
export function boundZones(kind: ColumnKind, values: FlatArray, bounds: ZoneBounds): void {
  if (kind === 'codes') boundBits(values, (code) => 1 << code, bounds)
  else if (kind === 'flags') boundBits(values, (bits) => bits, bounds)
  else boundNumbers(values, storageOf(kind).missing, bounds)
}

function boundNumbers(values: FlatArray, missing: number, { lows, highs }: ZoneBounds): void {
  lows.fill(missing)
  highs.fill(Number.NEGATIVE_INFINITY)
  eachZoneOfRow(values.length, (row, zone) => {
    const value = values[row] as number
    if (value < (lows[zone] as number)) lows[zone] = value
    if (value > (highs[zone] as number)) highs[zone] = value
  })
}

function boundBits(values: FlatArray, bitsOf: (value: number) => number, { lows, highs }: ZoneBounds): void {
  lows.fill(0xffff_ffff)
  highs.fill(0)
  eachZoneOfRow(values.length, (row, zone) => {
    const bits = bitsOf(values[row] as number)
    lows[zone] = ((lows[zone] as number) & bits) >>> 0
    highs[zone] = ((highs[zone] as number) | bits) >>> 0
  })
}

function eachZoneOfRow(rows: number, visit: (row: number, zone: number) => void): void {
  const blocks = blocksOf(rows)
  for (let row = 0; row < rows; row++) {
    const block = Math.floor(row / BLOCK_ROWS)
    visit(row, block)
    visit(row, blocks + Math.floor(block / REGION_BLOCKS))
  }
}
