import type { Point } from '../../../model/home.ts'

const EARTH_RADIUS_MILES = 6371.0088 / 1.609344

/** Returns the great-circle distance. */
export function distanceMiles(from: Point, to: Point): number {
  const [phi1, phi2] = [radians(from.latitude), radians(to.latitude)]
  const sinLatitude = Math.sin((phi2 - phi1) / 2)
  const sinLongitude = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord = sinLatitude * sinLatitude + Math.cos(phi1) * Math.cos(phi2) * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
