import { EARTH_RADIUS_M } from '../../engine/great-circle.ts'
import type { Point } from '../../model/home.ts'
import type { BoxNode, CircleNode } from '../query.ts'
import { unitVector } from './columns.ts'
import { type Bind, FALSE, TRUE } from './conditions.ts'

/** Margin in degrees, larger than any rounding error: the box only has to contain the circle. */
const MARGIN = 1e-9

/** The bounding box of a circle; undefined when it contains a pole or crosses the date line, where a box is useless. */
export function boxAround({ latitude, longitude, radiusM }: CircleNode): BoxNode | undefined {
  const angle = radiusM / EARTH_RADIUS_M
  const reach = (angle * 180) / Math.PI + MARGIN
  const [south, north] = [latitude - reach, latitude + reach]
  if (south <= -90 || north >= 90) return undefined
  const across = (Math.asin(Math.sin(angle) / Math.cos((latitude * Math.PI) / 180)) * 180) / Math.PI + MARGIN
  const [west, east] = [longitude - across, longitude + across]
  return west < -180 || east > 180 ? undefined : { kind: 'box', west, south, east, north }
}

/**
 * Compares straight lines through the Earth instead of arcs along it: no trigonometry per row, and, unlike a cosine,
 * exact to a nanometre per metre for the smallest circles.
 */
export function withinCircle({ latitude, longitude, radiusM }: CircleNode, bind: Bind): string {
  const angle = radiusM / EARTH_RADIUS_M
  if (angle >= Math.PI) return '"unitX" IS NOT NULL'
  if (angle < 0) return FALSE
  return `${lineSquared({ latitude, longitude }, bind)} <= CAST(${bind((2 * Math.sin(angle / 2)) ** 2)} AS double precision)`
}

/** The square of the straight line from a point to a row, in radii of the Earth; NULL for a row without coordinates. */
export function lineSquared({ latitude, longitude }: Point, bind: Bind): string {
  const [x, y, z] = unitVector(latitude, longitude)
  const square = (column: string, value: number) => {
    const at = bind(value)
    const away = `("${column}" - CAST(${at} AS double precision))`
    return `${away} * ${away}`
  }
  return `(${square('unitX', x)} + ${square('unitY', y)} + ${square('unitZ', z)})`
}

export function boxOrAnywhere(node: CircleNode, box: (around: BoxNode) => string): string {
  const around = boxAround(node)
  return around === undefined ? TRUE : box(around)
}
