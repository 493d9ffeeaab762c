import type { Point } from '../../model/home.ts'
import type { BoxNode } from '../ports/query.ts'

/**
 * Number of levels of cells. On each level, cells are squares of 360 / 2^level degrees; the smallest are 600 m high.
 */
const LEVELS = 17

const WORLD = { west: -180, south: -90, east: 180, north: 90 }

type Bounds = Pick<BoxNode, 'west' | 'south' | 'east' | 'north'>

/** Returns the names of a few cells that cover the box and little more. An undefined box is the whole world. */
export function cellsOf(box: Bounds | undefined): string[] {
  const { west, south, east, north } = box === undefined || box.west > box.east ? WORLD : box
  const level = Math.max(0, Math.min(LEVELS - 1, Math.floor(Math.log2(360 / Math.max(east - west, north - south)))))
  const cells: string[] = []
  for (let row = stepOf(level, south); row <= stepOf(level, north); row++)
    for (let column = stepOf(level, west); column <= stepOf(level, east); column++)
      cells.push(cellName(level, column, row))
  return cells
}

/** Returns the names of the cells that contain a point, one for each level. */
export function cellsAt({ latitude, longitude }: Point): string[] {
  return Array.from({ length: LEVELS }, (_, level) =>
    cellName(level, stepOf(level, longitude), stepOf(level, latitude)),
  )
}

/** A greater `degrees` never gives a smaller step, so rounding cannot put a point of a box outside the box's cells. */
function stepOf(level: number, degrees: number): number {
  return Math.floor(((degrees + 180) * 2 ** level) / 360)
}

function cellName(level: number, column: number, row: number): string {
  return `~${level}/${column}/${row}`
}
