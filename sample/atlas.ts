import { hashOf, Random } from '../src/kit/algorithms/random.ts'
import type { Point } from '../src/model/home.ts'
import type { Gazetteer, ZipPlace } from '../src/places/regions/gazetteer.ts'
import type { Calendar } from './calendar.ts'
import { MarketPath } from './market-path.ts'
import { countyLevels, ECONOMIES, type Economy } from './words/economies.ts'
import { NEIGHBORHOOD_NAMES, NEIGHBORHOOD_SITES, SUBDIVISION_ENDS } from './words/streets.ts'

/** A metro area with its economy and price history. */
export interface MetroArea {
  readonly economy: Economy
  readonly path: MarketPath
  /** Name of the metro's invented MLS. */
  readonly mlsName: string
  readonly zips: readonly ZipArea[]
}

/** How densely a ZIP is built up. Decides the types of homes in it. */
export type Setting = 'country' | 'suburb' | 'city' | 'core'

/** A ZIP with sample homes, and what these homes share. */
export interface ZipArea {
  readonly place: ZipPlace
  readonly metro: MetroArea
  /** The real number of housing units. Decides the number of sample homes. */
  readonly units: number
  /** Dollars per square foot of an average house of 1,800 square feet today. */
  readonly pricePerSquareFoot: number
  /** Yearly property tax as a share of the market value. */
  readonly taxRate: number
  readonly setting: Setting
  /** From 0 (open country) to 1 (no home has a yard). */
  readonly urbanity: number
  /** Radius of the ZIP's streets, in kilometers. */
  readonly reachKm: number
  readonly neighborhoods: readonly string[]
  readonly subdivisions: readonly string[]
  /** Seeds the random streams of the ZIP. */
  readonly hash: number
}

/** The metros and ZIPs of the sample. */
export interface Atlas {
  readonly metros: readonly MetroArea[]
  readonly zips: readonly ZipArea[]
  readonly isInCounty: (point: Point, zip: ZipArea) => boolean
}

export const KM_PER_DEGREE = 111.2

/** ZIPs with fewer housing units are camps, campuses or a few farms, not towns. */
const LEAST_UNITS = 500
const LEAST_PEOPLE = 1000

/**
 * ZIPs closer together than this are one place with extra codes for large buildings. Only the one with the most homes
 * is used.
 */
const SAME_PLACE_KM = 0.6

/** ZIPs that consist of a single group of residential towers. */
const TOWER_ZIPS = new Set(['10162', '11005'])

/** City names of ZIPs that belong to companies and sorting offices. */
const NO_TOWNS = new Set(['Atl', 'North Metro', 'Academy Life', 'Nashvl', 'First Consumers Nat Bank'])

/** Minimum housing units per square kilometer, by setting. */
const SETTINGS: readonly (readonly [least: number, setting: Setting])[] = [
  [3000, 'core'],
  [1200, 'city'],
  [150, 'suburb'],
  [0, 'country'],
]
const LEAST_DENSITY = 15
const CORE_DENSITY = 9000

export function drawAtlas(gazetteer: Gazetteer, seed: number, calendar: Calendar): Atlas {
  const metros = ECONOMIES.map((economy) => drawMetro(gazetteer, seed, calendar, economy))
  return {
    metros,
    zips: metros.flatMap((metro) => metro.zips),
    isInCounty: (point, { place }) => gazetteer.isInCounty(point, place.countyFips),
  }
}

function drawMetro(gazetteer: Gazetteer, seed: number, calendar: Calendar, economy: Economy): MetroArea {
  const places = distinctPlaces(economy.counties.flatMap((fips) => gazetteer.zipsOfCounty(fips)).filter(isTown))
  const zips: ZipArea[] = []
  const metro: MetroArea = {
    economy,
    path: new MarketPath(economy.city, calendar),
    mlsName: `${economy.city} Sample MLS`,
    zips,
  }
  for (const place of places) zips.push(drawZip(metro, place, places, seed))
  return metro
}

/** Excludes post office boxes, camps, and companies and buildings with a ZIP of their own. */
function isTown({ zipcode, city, population = 0, housingUnits = 0 }: ZipPlace): boolean {
  return population >= LEAST_PEOPLE && housingUnits >= LEAST_UNITS && !NO_TOWNS.has(city) && !TOWER_ZIPS.has(zipcode)
}

function drawZip(metro: MetroArea, place: ZipPlace, places: readonly ZipPlace[], seed: number): ZipArea {
  const random = new Random(seed, 'zip', Number(place.zipcode))
  const ofCity = new Random(seed, `city/${place.state}/${place.city}`)
  const neighbors = neighborsOf(place, places)
  const density = densityAt(place, neighbors)
  const urbanity = Math.log(density / LEAST_DENSITY) / Math.log(CORE_DENSITY / LEAST_DENSITY)
  const clamped = Math.min(1, Math.max(0, urbanity))
  const neighborKm = Math.min(...neighbors.map(({ zip }) => kilometers(zip.point, place.point)))
  const { priceLevel, taxRate = metro.economy.taxRate } = countyLevels(place.countyFips)
  const level = (0.8 + 0.28 * clamped) * Math.exp(0.15 * ofCity.bell() + 0.11 * random.bell())
  return {
    place,
    metro,
    units: place.housingUnits ?? 0,
    pricePerSquareFoot: Math.round(metro.economy.pricePerSquareFoot * priceLevel * level),
    taxRate,
    setting: SETTINGS.find(([least]) => density >= least)?.[1] ?? 'country',
    urbanity: clamped,
    reachKm: Math.min(2.2, Math.max(0.35, neighborKm * 0.48)),
    neighborhoods: neighborhoodNames(ofCity, random),
    subdivisions: subdivisionNames(random),
    hash: hashOf(place.zipcode),
  }
}

/** Number of neighboring ZIPs for estimating a ZIP's density. */
const NEIGHBORS = 5

interface Neighbor {
  readonly zip: ZipPlace
  readonly km: number
}

/** Returns the nearest ZIPs, nearest first. */
function neighborsOf(place: ZipPlace, places: readonly ZipPlace[]): readonly Neighbor[] {
  const nearest: Neighbor[] = []
  for (const other of places) {
    const km = kilometers(place.point, other.point)
    if (other === place || (nearest.length === NEIGHBORS && km >= (nearest.at(-1)?.km ?? 0))) continue
    const at = nearest.findIndex((one) => km < one.km)
    nearest.splice(at < 0 ? nearest.length : at, 0, { zip: other, km })
    nearest.length = Math.min(NEIGHBORS, nearest.length)
  }
  return nearest
}

/**
 * Estimates housing units per square kilometer at the center of a ZIP. The areas of ZIPs are unknown, so this uses the
 * circle through the fifth neighbor: the ZIP, four neighbors, and half of the fifth.
 */
function densityAt({ housingUnits = 0 }: ZipPlace, neighbors: readonly Neighbor[]): number {
  const last = neighbors.at(-1)
  if (last === undefined) return LEAST_DENSITY
  const units = neighbors.reduce((sum, { zip }) => sum + (zip.housingUnits ?? 0), housingUnits)
  return (units - (last.zip.housingUnits ?? 0) / 2) / (Math.PI * last.km ** 2)
}

/** Draws some of the city's neighborhoods. All ZIPs of a city draw from the same list. */
function neighborhoodNames(ofCity: Random, random: Random): string[] {
  const stock = ofCity
    .some(NEIGHBORHOOD_NAMES, 9)
    .map((name) => (ofCity.chance(0.45) ? `${ofCity.pick(NEIGHBORHOOD_SITES)} ${name}` : name))
  return random.some(stock, 4)
}

function subdivisionNames(random: Random): string[] {
  return random.some(NEIGHBORHOOD_NAMES, 6).map((name) => `${name} ${random.pick(SUBDIVISION_ENDS)}`)
}

function distinctPlaces(places: readonly ZipPlace[]): ZipPlace[] {
  const chosen: ZipPlace[] = []
  for (const place of places.toSorted((one, other) => (other.housingUnits ?? 0) - (one.housingUnits ?? 0))) {
    if (chosen.every((other) => kilometers(other.point, place.point) > SAME_PLACE_KM)) chosen.push(place)
  }
  return chosen.sort((one, other) => (one.zipcode < other.zipcode ? -1 : 1))
}

/** Distance on a plane, exact enough within a metro. */
export function kilometers(one: Point, other: Point): number {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * KM_PER_DEGREE
}

/** Degrees of longitude per kilometer. */
export function degreesEast({ latitude }: Point): number {
  return 1 / KM_PER_DEGREE / Math.cos((latitude * Math.PI) / 180)
}

/** Rounds to six decimals, about 11 cm. */
export function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
