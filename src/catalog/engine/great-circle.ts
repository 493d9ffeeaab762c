export const EARTH_RADIUS_M = 6_371_008.8

const RADIANS = Math.PI / 180

/** Great-circle distance by the haversine formula, from degrees to meters. */
export function greatCircleM(longitude1: number, latitude1: number, longitude2: number, latitude2: number): number {
  const sinLatitude = Math.sin(((latitude2 - latitude1) * RADIANS) / 2)
  const sinLongitude = Math.sin(((longitude2 - longitude1) * RADIANS) / 2)
  const cosines = Math.cos(latitude1 * RADIANS) * Math.cos(latitude2 * RADIANS)
  const haversine = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/**
 * Returns how many degrees of longitude a circle extends to either side of its center at a latitude: 180 if the circle
 * goes all the way around, -1 if the circle does not reach that latitude. The radius is an angle in degrees.
 */
export function reachAtLatitude(centerLatitude: number, radiusDegrees: number, latitude: number): number {
  const away = Math.abs(latitude - centerLatitude)
  if (away > radiusDegrees) return -1
  // haversine(radius) - haversine(latitude difference), written as a product to avoid cancellation.
  const left = Math.sin(((radiusDegrees + away) / 2) * RADIANS) * Math.sin(((radiusDegrees - away) / 2) * RADIANS)
  const cosines = Math.cos(centerLatitude * RADIANS) * Math.cos(latitude * RADIANS)
  return left >= cosines ? 180 : (2 * Math.asin(Math.sqrt(left / cosines))) / RADIANS
}

/** Bound of the rounding error of any distance, in meters. The error is greatest at the antipode. */
const BOX_MARGIN_M = 1

/** Lower bound of the distance to a box that does not cross the date line, from degrees to meters. */
export function leastDistanceToBoxM(
  longitude: number,
  latitude: number,
  box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number },
): number {
  const northward = Math.max(0, box.south - latitude, latitude - box.north) * RADIANS
  const isBeside = longitude < box.west || longitude > box.east
  const eastward = isBeside ? Math.min(turn(longitude - box.west), turn(longitude - box.east)) : 0
  // Distance to the box's nearest meridian. Beyond a quarter turn, the pole is nearer.
  const toMeridian = Math.asin(Math.cos(latitude * RADIANS) * Math.sin(Math.min(90, eastward) * RADIANS))
  return Math.max(0, EARTH_RADIUS_M * Math.max(northward, toMeridian) - BOX_MARGIN_M)
}

/** Returns the degrees between two longitudes, the shorter way around. */
function turn(degrees: number): number {
  const away = Math.abs(degrees)
  return Math.min(away, 360 - away)
}
