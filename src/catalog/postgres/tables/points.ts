/**
 * PostgreSQL's shapes treat numbers that differ by less than a millionth as equal. In units of 2^-30 degrees, an exact
 * conversion, that is far below the resolution of coordinates.
 */
export const UNITS_PER_DEGREE = 2 ** 30

/** The point on the unit sphere: the straight line between two such points tells how far they are apart. */
export function unitVector(latitude: number, longitude: number): readonly [x: number, y: number, z: number] {
  const [north, east] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

/** A point as PostgreSQL reads it. */
export function pointText(longitude: number, latitude: number): string {
  return `(${longitude * UNITS_PER_DEGREE},${latitude * UNITS_PER_DEGREE})`
}
