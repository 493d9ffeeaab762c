import { component, number, object } from '../answers/index.ts'
import type { Point } from '../model/home.ts'
import type { HomeBrief } from '../model/home-brief.ts'
import { loadGazetteer } from '../regions/gazetteer.ts'
import { countyTitle } from '../regions/region-keys.ts'
import type { Regions } from './regions.ts'

export const POINT_FIELDS = { latitude: number('Degrees.'), longitude: number('Degrees.') }

export const POINT = component('Coordinates', object(POINT_FIELDS))

/** Where a home lies, as answers may show it. */
export interface Place {
  readonly point: Point
  /** The point is the middle of a region: the source has none of its own, or forbids showing where the home is. */
  readonly coarse: boolean
  /** False when not even a region is known: the point then is 0, 0. */
  readonly known: boolean
  /** With its word, `Travis County`; empty when unknown. */
  readonly county: string
  /** Five digits; empty when unknown. */
  readonly countyFips: string
  /** IANA name; empty when unknown. */
  readonly timeZone: string
}

/** Anything with an address. */
type Placed = Pick<HomeBrief, 'address' | 'point'>

const NOWHERE: Point = { latitude: 0, longitude: 0 }

/**
 * What the record leaves open, its ZIP code tells: county and time zone from the gazetteer, a point from the regions.
 */
export function placeOf(home: Placed, regions: Regions): Place {
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

/** An undisclosed home is shown in the middle of its ZIP code, since its own point would give the address away. */
export function shownPoint(home: Placed, regions: Regions): Pick<Place, 'point' | 'coarse' | 'known'> {
  const { address, point } = home
  if (point && !address.undisclosed) return { point, coarse: false, known: true }
  const region =
    regions.of('zipcode', address) ??
    gazetteerZip(address.zipcode) ??
    regions.of('city', address) ??
    regions.of('state', address)
  return { point: region?.point ?? NOWHERE, coarse: true, known: region !== undefined }
}

function gazetteerZip(zipcode: string) {
  return loadGazetteer().zip(zipcode)
}
