import type { Point } from '../../model/home.ts'
import type { Gazetteer } from '../../places/regions/gazetteer.ts'

/** About 11 km, the extent of a town. */
const NEAR_DEGREES = 0.1

/** Returns the ZIP code with the most people around a place. */
export function zipNear(gazetteer: Pick<Gazetteer, 'around' | 'zipsOfCounty'>, point: Point): string | undefined {
  const { countyFips } = gazetteer.around(point) ?? {}
  if (countyFips === undefined) return undefined
  // Degrees of longitude are shorter than those of latitude.
  const width = Math.cos(point.latitude * (Math.PI / 180))
  const isNear = (at: Point) =>
    Math.hypot(at.latitude - point.latitude, (at.longitude - point.longitude) * width) <= NEAR_DEGREES
  const near = gazetteer.zipsOfCounty(countyFips).filter(({ point: middle }) => middle !== undefined && isNear(middle))
  return near.sort((a, b) => (b.population ?? 0) - (a.population ?? 0))[0]?.zipcode
}
