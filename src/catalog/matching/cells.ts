import type { Point } from '../../model/home.ts'
import type { BoxNode } from '../ports/query.ts'

/** Cells of a level are squares of 360 / 2^level degrees; those of the last one are 600 m high. */
const LEVELS = 17

const WORLD = { west: -180, south: -90, east: 180, north: 90 }

type Bounds = Pick<BoxNode, 'west' | 'south' | 'east' | 'north'>

/** Names of a few cells, none much larger than the box, that together hold it; `undefined` stands for the world. */
export function cellsOf(box: Bounds | undefined): string[] {
  const { west, south, east, north } = box === undefined || box.west > box.east ? WORLD : box
  const level = Math.max(0, Math.min(LEVELS - 1, Math.floor(Math.log2(360 / Math.max(east - west, north - south)))))
  const cells: string[] = []
  for (let row = stepOf(level, south); row <= stepOf(level, north); row++)
    for (let column = stepOf(level, west); column <= stepOf(level, east); column++)
      cells.push(cellName(level, column, row))
  return cells
}

/** Names of the cells that a point lies in, one of each level. */
export function cellsAt({ latitude, longitude }: Point): string[] {
  return Array.from({ length: LEVELS }, (_, level) =>
    cellName(level, stepOf(level, longitude), stepOf(level, latitude)),
  )
}

/** Never falls while degrees rise, so no rounding lets a point in a box miss the cells of the box. */
function stepOf(level: number, degrees: number): number {
  return Math.floor(((degrees + 180) * 2 ** level) / 360)
}

function cellName(level: number, column: number, row: number): string {
  return `~${level}/${column}/${row}`
}
