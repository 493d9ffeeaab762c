import { createRequire } from 'node:module'
import timeZoneAt from '@photostructure/tz-lookup'
import type { Point } from '../model/home.ts'
import { type CountyShape, readCountyShapes, shapeHolding, shapeNear } from './county-map.ts'
import { cityKey } from './name-key.ts'
import { STATES, type State, stateOfCode, stateOfFips } from './states.ts'

/** What is known of a US ZIP code beyond any catalogue. */
export interface ZipPlace {
  /** Five digits. */
  readonly zipcode: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly county: string
  /** Five digits. */
  readonly countyFips: string
  /** IANA name. */
  readonly timeZone: string
  readonly point: Point
}

export interface County {
  /** Five digits. */
  readonly fips: string
  /** Without the word County: `King`. */
  readonly name: string
  /** Two letters. */
  readonly state: string
}

/** Places of the states, the District of Columbia and the territories. Unknown is `undefined` or an empty list. */
export interface Gazetteer {
  zip(zipcode: string): ZipPlace | undefined
  zipsOfCounty(fips: string): readonly ZipPlace[]
  /** In any spelling that `cityKey` takes for the same: `St. Louis`, `Saint Louis`. */
  zipsOfCity(city: string, state: string): readonly ZipPlace[]
  /** Whether any ZIP has a city of this name: in this state, or in any when the state is empty. */
  hasCity(city: string, state: string): boolean
  county(fips: string): County | undefined
  /** The county around a point, or the one whose outline comes nearest, up to 0.3° away. */
  countyAt(point: Point): County | undefined
  readonly states: readonly State[]
}

/** A shore drawn coarsely leaves piers and spits in the water; nothing further out is meant to be on land. */
const OFFSHORE_DEGREES = 0.3

/** How far a ZIP's centre may lie outside its own state before its coordinates count as wrong. */
const OUT_OF_STATE_DEGREES = 1

interface ZipRow {
  readonly zip: string
  readonly latitude: number
  readonly longitude: number
  readonly city: string
  readonly state: string
}

let loaded: Gazetteer | undefined

/** Read once per process, about 0.2 s; county outlines follow with the first question that needs them, about 0.1 s. */
export function loadGazetteer(): Gazetteer {
  loaded ??= new NpmGazetteer(readZipRows())
  return loaded
}

/** Military mail has no place, and the freely associated states have no counties: both are left out. */
function readZipRows(): ZipRow[] {
  // The package has no types. Its main module would add Canada's codes; this file holds the US ones alone, by ZIP.
  const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as { codes: Record<string, ZipRow> }
  return Object.values(codes).filter(({ state }) => stateOfCode(state) !== undefined)
}

class NpmGazetteer implements Gazetteer {
  readonly states = STATES
  readonly #rows: ReadonlyMap<string, ZipRow>
  readonly #places = new Map<string, ZipPlace | undefined>()
  #shapes: readonly CountyShape[] | undefined
  #shapesByState: ReadonlyMap<string, readonly CountyShape[]> | undefined
  #rowsByState: ReadonlyMap<string, readonly ZipRow[]> | undefined
  #rowsByCity: ReadonlyMap<string, readonly ZipRow[]> | undefined
  #cityNames: ReadonlySet<string> | undefined

  constructor(rows: readonly ZipRow[]) {
    this.#rows = new Map(rows.map((row) => [row.zip, row]))
  }

  zip(zipcode: string): ZipPlace | undefined {
    const row = this.#rows.get(zipcode)
    if (row === undefined) return undefined
    if (!this.#places.has(zipcode)) this.#places.set(zipcode, this.#place(row))
    return this.#places.get(zipcode)
  }

  zipsOfCounty(fips: string): readonly ZipPlace[] {
    this.#rowsByState ??= Map.groupBy(this.#rows.values(), (row) => row.state)
    const rows = this.#rowsByState.get(stateOfFips(fips)?.code ?? '') ?? []
    return this.#placesOf(rows).filter((place) => place.countyFips === fips)
  }

  zipsOfCity(city: string, state: string): readonly ZipPlace[] {
    return this.#placesOf(this.#citiesByKey().get(`${state}/${cityKey(city)}`) ?? [])
  }

  hasCity(city: string, state: string): boolean {
    if (state !== '') return this.#citiesByKey().has(`${state}/${cityKey(city)}`)
    this.#cityNames ??= new Set(Array.from(this.#citiesByKey().keys(), (key) => key.slice(3)))
    return this.#cityNames.has(cityKey(city))
  }

  county(fips: string): County | undefined {
    const shape = this.#shapesOf(fips).find((candidate) => candidate.fips === fips)
    return shape && countyOf(shape)
  }

  countyAt(point: Point): County | undefined {
    this.#shapes ??= readCountyShapes()
    const shape = shapeHolding(this.#shapes, point) ?? shapeNear(this.#shapes, point, OFFSHORE_DEGREES)
    return shape && countyOf(shape)
  }

  /** The county is one of the ZIP's own state, even where its centre fell across the border. */
  #place(row: ZipRow): ZipPlace | undefined {
    const point = { latitude: row.latitude, longitude: signedLongitude(row) }
    const shapes = this.#shapesOf(stateOfCode(row.state)?.fips ?? '')
    const shape = shapeHolding(shapes, point) ?? shapeNear(shapes, point, OUT_OF_STATE_DEGREES)
    if (shape === undefined) return undefined
    return {
      zipcode: row.zip,
      city: row.city,
      state: row.state,
      county: shape.name,
      countyFips: shape.fips,
      timeZone: timeZoneAt(point.latitude, point.longitude),
      point,
    }
  }

  #placesOf(rows: readonly ZipRow[]): ZipPlace[] {
    return rows.map((row) => this.zip(row.zip)).filter((place) => place !== undefined)
  }

  #shapesOf(fips: string): readonly CountyShape[] {
    this.#shapes ??= readCountyShapes()
    this.#shapesByState ??= Map.groupBy(this.#shapes, (shape) => shape.fips.slice(0, 2))
    return this.#shapesByState.get(fips.slice(0, 2)) ?? []
  }

  #citiesByKey(): ReadonlyMap<string, readonly ZipRow[]> {
    this.#rowsByCity ??= Map.groupBy(this.#rows.values(), (row) => `${row.state}/${cityKey(row.city)}`)
    return this.#rowsByCity
  }
}

function countyOf(shape: CountyShape): County {
  return { fips: shape.fips, name: shape.name, state: stateOfFips(shape.fips)?.code ?? '' }
}

/** East of Greenwich lie two of the territories; elsewhere a positive longitude has lost its sign. */
function signedLongitude({ state, longitude }: ZipRow): number {
  return state === 'GU' || state === 'MP' ? longitude : -Math.abs(longitude)
}
