import timeZoneAt from '@photostructure/tz-lookup'
import type { Point } from '../../model/home.ts'
import { type CensusPlace, placesNamed } from './reference/census-places.ts'
import { allCounties, type County, countiesNamed } from './reference/counties.ts'
import { type CountyShape, readCountyShapes, shapeHolding, shapeNear } from './reference/county-map.ts'
import { hasCity, type PostRow, postRow, zipsOfCity } from './reference/post.ts'
import type { Counts } from './reference/reference.ts'
import { allZipAreas, zipArea, zipsByCounty } from './reference/zip-areas.ts'
import { type ZipAround, zipsAround } from './reference/zips-around.ts'
import { STATES, type State, stateOfCode } from './states.ts'

export { NEAR_MAX } from './reference/zips-around.ts'

/**
 * Facts about a US ZIP code that come from reference files, not from a catalog. Population and housing units are
 * unknown for post-office boxes and the small territories.
 */
export interface ZipPlace extends Counts {
  /** Five digits. */
  readonly zipcode: string
  /** The postal city. */
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly county: string
  /** Five digits. */
  readonly countyFips: string
  /** IANA name. */
  readonly timeZone: string
  readonly point: Point
  /** Radius in kilometers of a disc with the same land area. Absent for post-office boxes and single buildings. */
  readonly reachKm?: number
}

/**
 * Places in the states, the District of Columbia and the territories. Unknown places are `undefined` or an empty list.
 */
export interface Gazetteer {
  zip(zipcode: string): ZipPlace | undefined
  /**
   * Returns ZIPs, sorted, without post-office boxes. Always empty for Connecticut's planning regions, because the
   * sources assign the state's ZIPs to its former counties.
   */
  zipsOfCounty(fips: string): readonly ZipPlace[]
  /** Returns ZIPs, sorted. Spellings with the same `cityKey` are equal: `St. Louis`, `Saint Louis`. */
  zipsOfCity(city: string, state: string): readonly ZipPlace[]
  /** Returns only the codes of `zipsOfCity`. This is much faster, because a large city has hundreds of ZIPs. */
  zipCodesOfCity(city: string, state: string): readonly string[]
  /** Returns whether any ZIP has this city. An empty state means any state. */
  hasCity(city: string, state: string): boolean
  /** Returns Census places with this name, most populous first. */
  placesNamed(name: string, state: string): readonly CensusPlace[]
  /** Finds a county by its code, including former counties. */
  county(fips: string): County | undefined
  /** Finds counties by name, with or without the word County. */
  countiesNamed(name: string, state: string): readonly County[]
  /** Returns the county that contains a point. If there is none, returns the nearest county within 0.3°. */
  countyAt(point: Point): County | undefined
  /** Returns whether a point is within the county's outline. Much faster than `countyAt`. */
  isInCounty(point: Point, fips: string): boolean
  /** Returns the facts that follow from a point's county (see `countyAt`). */
  around(point: Point): Omit<ZipPlace, 'zipcode' | 'city'> | undefined
  /** Returns the ZIPs whose area may contain a point, most likely first. */
  zipsAround(point: Point): readonly ZipAround[]
  readonly states: readonly State[]
}

/**
 * Points this close to a county count as inside it: the outlines are coarse and leave piers and spits in the water.
 * More distant points are at sea.
 */
const OFFSHORE_DEGREES = 0.3

/** If a ZIP's center is farther than this outside its state, the coordinates are wrong. */
const OUT_OF_STATE_DEGREES = 1

/**
 * A county that was split after 2017, the year of the outlines. The nearest ZIP area decides which of the two parts
 * contains a point.
 */
const SPLIT_COUNTY = { fips: '02261', parts: ['02063', '02066'] }

let loaded: Gazetteer | undefined

/**
 * Returns the gazetteer. County outlines are loaded (in about 0.1 s) when they are first needed, for a point or for a
 * ZIP without an area.
 */
export function loadGazetteer(): Gazetteer {
  loaded ??= new ReferenceGazetteer()
  return loaded
}

/** Areas, counties and places come from the Census. City names and ZIPs without an area come from the post office. */
class ReferenceGazetteer implements Gazetteer {
  readonly states = STATES
  readonly placesNamed = placesNamed
  readonly countiesNamed = countiesNamed
  readonly zipsAround = zipsAround
  readonly zipCodesOfCity = zipsOfCity
  readonly hasCity = hasCity
  readonly #places = new Map<string, ZipPlace | undefined>()
  #shapes: readonly CountyShape[] | undefined
  #shapesByState: ReadonlyMap<string, readonly CountyShape[]> | undefined
  #zipsByCounty: ReadonlyMap<string, readonly string[]> | undefined

  zip(zipcode: string): ZipPlace | undefined {
    const cached = this.#places.get(zipcode)
    if (cached !== undefined) return cached
    const row = postRow(zipcode)
    const place = this.#area(zipcode, row) ?? (row && this.#withoutArea(zipcode, row))
    if (place !== undefined) this.#places.set(zipcode, place)
    return place
  }

  zipsOfCounty(fips: string): readonly ZipPlace[] {
    this.#zipsByCounty ??= zipsByCounty()
    return this.#placesOf(this.#zipsByCounty.get(fips) ?? [])
  }

  zipsOfCity(city: string, state: string): readonly ZipPlace[] {
    return this.#placesOf(this.zipCodesOfCity(city, state))
  }

  county(fips: string): County | undefined {
    return allCounties().get(fips)
  }

  countyAt(point: Point): County | undefined {
    this.#shapes ??= readCountyShapes()
    const shape = shapeHolding(this.#shapes, point) ?? shapeNear(this.#shapes, point, OFFSHORE_DEGREES)
    return shape && countyOfShape(shape, point)
  }

  isInCounty(point: Point, fips: string): boolean {
    return shapeHolding(this.#shapesOf(fips), point)?.fips === fips
  }

  around(point: Point): Omit<ZipPlace, 'zipcode' | 'city'> | undefined {
    const county = this.countyAt(point)
    return county && placeIn(county, point)
  }

  #area(zipcode: string, row: PostRow | undefined): ZipPlace | undefined {
    const area = zipArea(zipcode)
    if (area === undefined) return undefined
    const county = allCounties().get(area.countyFips)
    if (county === undefined) throw new Error(`ZIP ${zipcode} lies in county ${area.countyFips}, which no file has`)
    const { countyFips: _, reachKm, point, city, ...counts } = area
    return { zipcode, city: row?.city ?? city, ...placeIn(county, point), reachKm, ...counts }
  }

  /**
   * Returns the facts about a ZIP without an area. The county is always in the ZIP's own state, even if the ZIP's
   * center is across the border.
   */
  #withoutArea(zipcode: string, { city, state, point }: PostRow): ZipPlace | undefined {
    const shapes = this.#shapesOf(stateOfCode(state)?.fips ?? '')
    const shape = shapeHolding(shapes, point) ?? shapeNear(shapes, point, OUT_OF_STATE_DEGREES)
    const county = shape && countyOfShape(shape, point)
    return county && { zipcode, city, ...placeIn(county, point) }
  }

  #placesOf(zips: readonly string[]): ZipPlace[] {
    return zips.map((zipcode) => this.zip(zipcode)).filter((place) => place !== undefined)
  }

  #shapesOf(fips: string): readonly CountyShape[] {
    this.#shapes ??= readCountyShapes()
    this.#shapesByState ??= Map.groupBy(this.#shapes, (shape) => shape.fips.slice(0, 2))
    return this.#shapesByState.get(fips.slice(0, 2)) ?? []
  }
}

function placeIn(county: County, point: Point): Omit<ZipPlace, 'zipcode' | 'city'> {
  return {
    state: county.state,
    county: county.name,
    countyFips: county.fips,
    timeZone: timeZoneAt(point.latitude, point.longitude),
    point,
  }
}

function countyOfShape(shape: CountyShape, point: Point): County | undefined {
  return allCounties().get(shape.fips === SPLIT_COUNTY.fips ? partOfSplit(point) : shape.fips)
}

function partOfSplit({ latitude, longitude }: Point): string {
  const candidates = [...allZipAreas().values()].filter(({ countyFips }) => SPLIT_COUNTY.parts.includes(countyFips))
  // at 61° north, a degree of longitude is half as long as a degree of latitude
  const away = (at: Point) => Math.hypot(at.latitude - latitude, (at.longitude - longitude) / 2)
  const nearest = candidates.reduce((best, area) => (away(area.point) < away(best.point) ? area : best))
  return nearest.countyFips
}
