/**
 * PostgreSQL's shapes treat numbers that differ by less than a millionth as equal. So degrees are stored times 2^30,
 * which is exact, and a millionth is far below the precision of coordinates.
 */
export const UNITS_PER_DEGREE = 2 ** 30

/** Returns the point on the unit sphere. The straight line between two points measures their distance. */
export function unitVector(latitude: number, longitude: number): readonly [x: number, y: number, z: number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** Formats a point as PostgreSQL reads it. */
export function pointText(longitude: number, latitude: number): string {
  return `(${longitude * UNITS_PER_DEGREE},${latitude * UNITS_PER_DEGREE})`
}
