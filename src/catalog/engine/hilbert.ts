/** Number of cells along 360 degrees. At the equator, a cell is 2.4 m wide. */
const SIDE = 2 ** 24

/**
 * Returns the position of a point along a Hilbert curve over the globe: a whole number below 2^48. Neighbors on the
 * curve are neighbors on the ground, so consecutive rows in this order cover a small area.
 */
export function hilbertDistance(longitude: number, latitude: number): number {
  // Latitudes use the scale of longitudes, so cells are square in degrees, and half of the grid stays empty.
  let x = cellOf(longitude + 180)
  let y = cellOf(latitude + 90)
  let distance = 0
  for (let side = SIDE / 2; side >= 1; side /= 2) {
    const right = (x & side) !== 0
    const upper = (y & side) !== 0
    const quadrant = right ? (upper ? 2 : 3) : upper ? 1 : 0
    distance = distance * 4 + quadrant
    // In the lower quadrants, the curve is rotated. Rotating the plane has the same effect.
    if (!upper) {
      const turned = right ? ~y : y
      y = right ? ~x : x
      x = turned
    }
  }
  return distance
}

function cellOf(degrees: number): number {
  return Math.min(SIDE - 1, Math.floor((degrees / 360) * SIDE))
}
