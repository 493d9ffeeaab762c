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

/** Facts about a US ZIP code without a catalogue. Post-office boxes and the small territories have no counts. */
export interface ZipPlace extends Counts {
  /** Has five digits. */
  readonly zipcode: string
  /** Is the postal city. */
  readonly city: string
  /** Has two letters. */
  readonly state: string
  readonly county: string
  /** Has five digits. */
  readonly countyFips: string
  /** Is an IANA name. */
  readonly timeZone: string
  readonly point: Point
  /** Radius of a disc of its land, in kilometres; absent for post-office boxes and single buildings. */
  readonly reachKm?: number
}

/**
 * Places in the states, the District of Columbia and the territories. Unknown ones are `undefined` or an empty list.
 */
export interface Gazetteer {
  zip(zipcode: string): ZipPlace | undefined
  /**
   * Sorted by ZIP, without post-office boxes. Always empty for Connecticut's planning regions: the sources place its ZIPs
   * in the former counties.
   */
  zipsOfCounty(fips: string): readonly ZipPlace[]
  /** Sorted by ZIP. Spellings with the same `cityKey` are equal: `St. Louis`, `Saint Louis`. */
  zipsOfCity(city: string, state: string): readonly ZipPlace[]
  /** The codes of `zipsOfCity` alone, which cost nothing; a large city has hundreds. */
  zipCodesOfCity(city: string, state: string): readonly string[]
  /** Whether any ZIP has this city: in this state, or in any when the state is empty. */
  hasCity(city: string, state: string): boolean
  /** Census places of this name with their population, most populous first. */
  placesNamed(name: string, state: string): readonly CensusPlace[]
  /** Finds a county by its code; former counties are included. */
  county(fips: string): County | undefined
  /** Finds counties by name, with or without the word County. */
  countiesNamed(name: string, state: string): readonly County[]
  /** The county that contains a point, else the nearest within 0.3°. */
  countyAt(point: Point): County | undefined
  /** Whether a point lies within the county's outline; much cheaper than `countyAt`. */
  isInCounty(point: Point, fips: string): boolean
  /** Everything that follows from the point by way of `countyAt`. */
  around(point: Point): Omit<ZipPlace, 'zipcode' | 'city'> | undefined
  /** The ZIPs that a point may lie in, likeliest first; far fewer than there are around it. */
  zipsAround(point: Point): readonly ZipAround[]
  readonly states: readonly State[]
}

/** Coarse shorelines leave piers and spits in the water. Points further out are at sea. */
const OFFSHORE_DEGREES = 0.3

/** A ZIP whose centre lies further outside its own state has wrong coordinates. */
const OUT_OF_STATE_DEGREES = 1

/** A county that was split after 2017, the year of the outlines. The nearest ZIP area says which part a point is in. */
const SPLIT_COUNTY = { fips: '02261', parts: ['02063', '02066'] }

let loaded: Gazetteer | undefined

/** County outlines are read when a point or a ZIP without an area first needs them, in about 0.1 s. */
export function loadGazetteer(): Gazetteer {
  loaded ??= new ReferenceGazetteer()
  return loaded
}

/** Takes areas, counties and places from the Census; city names and ZIPs without an area from the post office. */
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

  /** Always picks a county in the ZIP's own state, even if its centre lies across the border. */
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
  // at 61° north a degree of longitude is half as long as one of latitude
  const away = (at: Point) => Math.hypot(at.latitude - latitude, (at.longitude - longitude) / 2)
  const nearest = candidates.reduce((best, area) => (away(area.point) < away(best.point) ? area : best))
  return nearest.countyFips
}
