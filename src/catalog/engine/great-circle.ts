export const EARTH_RADIUS_M = 6_371_008.8

const RADIANS = Math.PI / 180

/** Great-circle distance in meters between two points in degrees, by the haversine formula. */
export function greatCircleM(longitude1: number, latitude1: number, longitude2: number, latitude2: number): number {
  const sinLatitude = Math.sin(((latitude2 - latitude1) * RADIANS) / 2)
  const sinLongitude = Math.sin(((longitude2 - longitude1) * RADIANS) / 2)
  const cosines = Math.cos(latitude1 * RADIANS) * Math.cos(latitude2 * RADIANS)
  const haversine = sinLatitude * sinLatitude + cosines * sinLongitude * sinLongitude
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/**
 * Returns how far a circle extends to the east and to the west at a latitude, in degrees of longitude: 180 if it
 * extends all the way around, -1 if it does not reach the latitude. The radius is in degrees.
 */
export function reachAtLatitude(centerLatitude: number, radiusDegrees: number, latitude: number): number {
  const away = Math.abs(latitude - centerLatitude)
  if (away > radiusDegrees) return -1
  // Equals haversine(radius) - haversine(latitude difference); the product avoids cancellation.
  const left = Math.sin(((radiusDegrees + away) / 2) * RADIANS) * Math.sin(((radiusDegrees - away) / 2) * RADIANS)
  const cosines = Math.cos(centerLatitude * RADIANS) * Math.cos(latitude * RADIANS)
  return left >= cosines ? 180 : (2 * Math.asin(Math.sqrt(left / cosines))) / RADIANS
}

/** Maximum rounding error of a distance, in meters. It is greatest for opposite points of the globe. */
const BOX_MARGIN_M = 1

/** Lower bound in meters of the distance to a box in degrees. The box must not cross the date line. */
export function leastDistanceToBoxM(
  longitude: number,
  latitude: number,
  box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number },
): number {
  const northward = Math.max(0, box.south - latitude, latitude - box.north) * RADIANS
  const isBeside = longitude < box.west || longitude > box.east
  const eastward = isBeside ? Math.min(turn(longitude - box.west), turn(longitude - box.east)) : 0
  // Distance to the box's nearest meridian, or to the pole if it is more than a quarter turn away.
  const toMeridian = Math.asin(Math.cos(latitude * RADIANS) * Math.sin(Math.min(90, eastward) * RADIANS))
  return Math.max(0, EARTH_RADIUS_M * Math.max(northward, toMeridian) - BOX_MARGIN_M)
}

/** Returns the difference between two longitudes in degrees, the shorter way around. */
function turn(degrees: number): number {
  const away = Math.abs(degrees)
  return Math.min(away, 360 - away)
}
