import timeZoneAt from '@photostructure/tz-lookup'
import { cityKey } from '../../kit/names/name-key.ts'
import type { Point } from '../../model/home.ts'
import { type CensusPlace, placesNamed } from './reference/census-places.ts'
import { allCounties, type County, countiesNamed } from './reference/counties.ts'
import { type CountyShape, readCountyShapes, shapeHolding, shapeNear } from './reference/county-map.ts'
import { type PostRow, PostRows } from './reference/post.ts'
import type { Counts } from './reference/reference.ts'
import { zipArea, zipAreaLines, zipsByCounty } from './reference/zip-areas.ts'
import { type ZipAround, zipsAround } from './reference/zips-around.ts'
import { STATES, type State, stateOfCode, stateOfFips } from './states.ts'

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

/**
 * Reads the data once per process, in about 60 ms where more than a few ZIP codes are asked for. County outlines,
 * another 0.1 s, are read only when a point or a ZIP without an area first needs them.
 */
export function loadGazetteer(): Gazetteer {
  loaded ??= new ReferenceGazetteer(new PostRows())
  return loaded
}

/** Takes areas, counties and places from the Census; city names and ZIPs without an area from the post office. */
class ReferenceGazetteer implements Gazetteer {
  readonly states = STATES
  readonly placesNamed = placesNamed
  readonly countiesNamed = countiesNamed
  readonly zipsAround = zipsAround
  readonly #post: PostRows
  readonly #places = new Map<string, ZipPlace | undefined>()
  #shapes: readonly CountyShape[] | undefined
  #shapesByState: ReadonlyMap<string, readonly CountyShape[]> | undefined
  #zipsByCounty: ReadonlyMap<string, readonly string[]> | undefined
  #zipsByCity: ReadonlyMap<string, readonly string[]> | undefined
  #cityNames: ReadonlySet<string> | undefined

  constructor(post: PostRows) {
    this.#post = post
  }

  zip(zipcode: string): ZipPlace | undefined {
    const cached = this.#places.get(zipcode)
    if (cached !== undefined) return cached
    const row = this.#post.get(zipcode)
    const place = this.#area(zipcode, row) ?? (row && this.#withoutArea(row))
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

  zipCodesOfCity(city: string, state: string): readonly string[] {
    return this.#citiesByKey().get(`${state}/${cityKey(city)}`) ?? []
  }

  hasCity(city: string, state: string): boolean {
    if (state !== '') return this.#citiesByKey().has(`${state}/${cityKey(city)}`)
    this.#cityNames ??= new Set(Array.from(this.#citiesByKey().keys(), (key) => key.slice(3)))
    return this.#cityNames.has(cityKey(city))
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
  #withoutArea({ zipcode, city, state, latitude, longitude }: PostRow): ZipPlace | undefined {
    const point = { latitude, longitude }
    const shapes = this.#shapesOf(stateOfCode(state)?.fips ?? '')
    const shape = shapeHolding(shapes, point) ?? shapeNear(shapes, point, OUT_OF_STATE_DEGREES)
    const county = shape && countyOfShape(shape, point)
    return county && { zipcode, city, ...placeIn(county, point) }
  }

  /** Returns ZIPs in ascending order. */
  #zips(): readonly string[] {
    return [...new Set([...this.#post.all().keys(), ...zipAreaLines().keys()])].sort()
  }

  /** Cheaper than `zip`, which also builds the whole place. */
  #cityOf(zipcode: string): { readonly city: string; readonly state: string } {
    const row = this.#post.get(zipcode)
    if (row !== undefined) return row
    const { city, countyFips } = zipArea(zipcode) ?? { city: '', countyFips: '' }
    return { city, state: stateOfFips(countyFips)?.code ?? '' }
  }

  #placesOf(zips: readonly string[]): ZipPlace[] {
    return zips.map((zipcode) => this.zip(zipcode)).filter((place) => place !== undefined)
  }

  #shapesOf(fips: string): readonly CountyShape[] {
    this.#shapes ??= readCountyShapes()
    this.#shapesByState ??= Map.groupBy(this.#shapes, (shape) => shape.fips.slice(0, 2))
    return this.#shapesByState.get(fips.slice(0, 2)) ?? []
  }

  #citiesByKey(): ReadonlyMap<string, readonly string[]> {
    const keys = new Map<string, string>()
    this.#zipsByCity ??= Map.groupBy(this.#zips(), (zipcode) => {
      const { city, state } = this.#cityOf(zipcode)
      let key = keys.get(city)
      if (key === undefined) {
        key = cityKey(city)
        keys.set(city, key)
      }
      return `${state}/${key}`
    })
    return this.#zipsByCity
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
  const areas = Array.from(zipAreaLines().keys(), zipArea).filter((area) => area !== undefined)
  const candidates = areas.filter(({ countyFips }) => SPLIT_COUNTY.parts.includes(countyFips))
  // at 61° north a degree of longitude is half as long as one of latitude
  const away = (at: Point) => Math.hypot(at.latitude - latitude, (at.longitude - longitude) / 2)
  const nearest = candidates.reduce((best, area) => (away(area.point) < away(best.point) ? area : best))
  return nearest.countyFips
}
