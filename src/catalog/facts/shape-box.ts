import { EARTH_RADIUS_M } from '../engine/great-circle.ts'
import type { BoxNode, CircleNode, PolygonNode } from '../ports/query.ts'

/** Returns the bounding box of a shape. Undefined for a circle that contains a pole or crosses the date line. */
export function boxOf(shape: BoxNode | PolygonNode | CircleNode): BoxNode | undefined {
  if (shape.kind === 'box') return shape
  return shape.kind === 'circle' ? boxAround(shape) : boxOfRings(shape)
}

/** Margin in degrees, larger than any rounding error. Boxes may be slightly too large. */
const MARGIN = 1e-9

/**
 * Returns the bounding box of a circle. Undefined if the circle contains a pole or crosses the date line, because a box
 * would not help.
 */
export function boxAround({ latitude, longitude, radiusM }: CircleNode): BoxNode | undefined {
  const angle = radiusM / EARTH_RADIUS_M
  const reach = (angle * 180) / Math.PI + MARGIN
  const [south, north] = [latitude - reach, latitude + reach]
  if (south <= -90 || north >= 90) return undefined
  const across = (Math.asin(Math.sin(angle) / Math.cos((latitude * Math.PI) / 180)) * 180) / Math.PI + MARGIN
  const [west, east] = [longitude - across, longitude + across]
  return west < -180 || east > 180 ? undefined : { kind: 'box', west, south, east, north }
}

/** Includes the holes, because a hole outside the outline counts as inside by the even-odd rule. */
function boxOfRings({ points: outline, holes = [] }: PolygonNode): BoxNode {
  const points = [outline, ...holes].flat()
  const [latitudes, longitudes] = [points.map(([latitude]) => latitude), points.map(([, longitude]) => longitude)]
  return {
    kind: 'box',
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
}
