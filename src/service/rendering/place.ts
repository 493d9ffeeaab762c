import { always, component, nullable, number, objectFrom, optional } from '../../kit/answers/index.ts'
import type { Home, Point } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import { loadGazetteer } from '../../places/regions/gazetteer.ts'
import type { Regions } from '../../places/regions/near-regions.ts'
import { countyTitle } from '../../places/regions/region-keys.ts'

export const POINT = component(
  'Coordinates',
  objectFrom<Point>()({
    latitude: [number('Degrees.'), ({ latitude }) => latitude],
    longitude: [number('Degrees.'), ({ longitude }) => longitude],
  }),
)

/** Present only if the point is approximate. */
export const BAD_GEOCODE = objectFrom<Pick<Place, 'coarse'>>()({
  hasBadGeocode: [
    optional(always(true, 'True if the place is the middle of a region; absent if the place is exact.')),
    ({ coarse }) => coarse || undefined,
  ],
})

/** The point of a record that may have neither coordinates nor a known city. */
export const MAYBE_POINT = objectFrom<MaybePlace>()({
  latitude: [
    nullable(number(), 'Degrees; null if the source has no coordinates and the city is unknown.'),
    ({ point }) => point?.latitude,
  ],
  longitude: [nullable(number()), ({ point }) => point?.longitude],
  ...BAD_GEOCODE.keys,
})

interface MaybePlace {
  readonly point: Point | undefined
  readonly coarse: boolean
}

/** Returns the point of a record. If there is none, returns the middle of its city, marked as approximate. */
export function pointOrMiddle(point: Point | undefined, middle: () => Point | undefined): MaybePlace {
  const shown = point ?? middle()
  return { point: shown, coarse: point === undefined && shown !== undefined }
}

/** A home's location, as answers may show it. */
export interface Place {
  readonly point: Point
  /**
   * True if the point is only the middle of a region, because the source lacks the exact point or forbids showing it.
   */
  readonly coarse: boolean
  /** False if not even a region is known. The point is then 0, 0. */
  readonly isKnown: boolean
  /** The full name, such as `Travis County`; empty if unknown. */
  readonly county: string
  /** Five digits; empty if unknown. */
  readonly countyFips: string
  /** IANA name; empty if unknown. */
  readonly timeZone: string
}

type Placed = Pick<HomeBrief, 'address' | 'point'>

const NOWHERE: Point = { latitude: 0, longitude: 0 }

/**
 * Returns where a home is. Reference tables about its ZIP code replace a missing county, time zone or point. If the ZIP
 * code is unknown, the point is the middle of the city or state.
 */
export function placeOf(home: Pick<Home, 'address' | 'point'>, regions: Regions): Place {
  const { address } = home
  const zip = address.county && address.countyFips && address.timeZone ? undefined : gazetteerZip(address.zipcode)
  const county = address.county ?? zip?.county ?? ''
  const countyFips = address.countyFips ?? zip?.countyFips ?? ''
  return {
    ...shownPoint(home, regions),
    county: county === '' ? '' : countyTitle(county, address.state, countyFips),
    countyFips,
    timeZone: address.timeZone ?? zip?.timeZone ?? '',
  }
}

/**
 * Returns the point of a home. Without a point, returns the middle of its ZIP code, from reference tables that do not
 * depend on other homes.
 */
export function pointOrZip({ address, point }: Placed): Point | undefined {
  return point ?? gazetteerZip(address.zipcode)?.point
}

/** Returns where to show a home. If its ZIP code is unknown, uses the middle of its city or state. */
export function shownPoint(home: Placed, regions: Regions): Pick<Place, 'point' | 'coarse' | 'isKnown'> {
  const { address } = home
  const point = pointOrZip(home) ?? (regions.of('city', address) ?? regions.of('state', address))?.point
  return { point: point ?? NOWHERE, coarse: home.point === undefined, isKnown: point !== undefined }
}

function gazetteerZip(zipcode: string) {
  return loadGazetteer().zip(zipcode)
}
