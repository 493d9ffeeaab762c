import type { BoxNode, CircleNode } from '../../src/catalog/query.ts'
import { EARTH_RADIUS_M } from '../../src/engine/great-circle.ts'
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

/** The cosine of the angle between two directions. */
export function withinCircle({ latitude, longitude, radiusM }: CircleNode, bind: Bind): string {
  const angle = radiusM / EARTH_RADIUS_M
  if (angle >= Math.PI) return '"unitX" IS NOT NULL'
  if (angle < 0) return FALSE
  const [x, y, z] = unitVector(latitude, longitude)
  const term = (column: string, value: number) => `"${column}" * CAST(${bind(value)} AS double precision)`
  const cosine = `${term('unitX', x)} + ${term('unitY', y)} + ${term('unitZ', z)}`
  return `${cosine} >= CAST(${bind(Math.cos(angle))} AS double precision)`
}

export function boxOrAnywhere(node: CircleNode, box: (around: BoxNode) => string): string {
  const around = boxAround(node)
  return around === undefined ? TRUE : box(around)
}
