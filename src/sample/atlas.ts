import { upperMedian } from '../base/median.ts'
import { hashOf, Lottery, Random } from '../base/random.ts'
import type { Point } from '../model/home.ts'
import type { Gazetteer, ZipPlace } from '../regions/gazetteer.ts'
import type { Calendar } from './calendar.ts'
import { MarketPath } from './market-path.ts'
import { ECONOMIES, type Economy } from './words/economies.ts'
import { NEIGHBORHOOD_NAMES, NEIGHBORHOOD_SITES, SUBDIVISION_ENDS } from './words/streets.ts'

/** A metro of the sample: its economy and how its prices moved. */
export interface MetroArea {
  readonly economy: Economy
  readonly path: MarketPath
  /** Name of its invented multiple listing service. */
  readonly mlsName: string
  readonly center: Point
  readonly zips: readonly ZipArea[]
}

/** A ZIP code with sample homes, and what they share. */
export interface ZipArea {
  readonly place: ZipPlace
  readonly metro: MetroArea
  /** Share of the metro's homes, relative to its other ZIPs. */
  readonly weight: number
  /** Today's value of an average house of 1,800 square feet, in dollars. */
  readonly pricePerSquareFoot: number
  /** From 0 in the open country to 1 downtown. */
  readonly urbanity: number
  /** Radius of its streets around its centre, in kilometres. */
  readonly reachKm: number
  readonly neighborhoods: readonly string[]
  readonly subdivisions: readonly string[]
  /** Seeds the random streams of the ZIP. */
  readonly hash: number
}

/** The sample's country: its ZIPs, and how homes are distributed over them. */
export interface Atlas {
  readonly metros: readonly MetroArea[]
  readonly zips: readonly ZipArea[]
  readonly lottery: Lottery<ZipArea>
}

export const KM_PER_DEGREE = 111.2

const ZIPS_PER_METRO = 110

/** ZIPs closer than this are one place with extra codes for post boxes and large offices. Only the first is kept. */
const SAME_PLACE_KM = 0.6

const SORTING_OFFICES = new Set(['Atl', 'North Metro', 'Academy Life', 'Nashvl'])

export function drawAtlas(gazetteer: Gazetteer, seed: number, calendar: Calendar): Atlas {
  const metros = ECONOMIES.map((economy) => drawMetro(gazetteer, seed, calendar, economy))
  const tickets = metros.flatMap((metro) => {
    const total = metro.zips.reduce((sum, zip) => sum + zip.weight, 0)
    return metro.zips.map((zip) => [zip, (zip.weight / total) * metro.economy.weight] as const)
  })
  return { metros, zips: metros.flatMap((metro) => metro.zips), lottery: new Lottery(tickets) }
}

function drawMetro(gazetteer: Gazetteer, seed: number, calendar: Calendar, economy: Economy): MetroArea {
  const center = middle(gazetteer.zipsOfCity(economy.city, economy.state).map((place) => place.point))
  const towns = economy.counties.flatMap((fips) => gazetteer.zipsOfCounty(fips)).filter(isTownOf(gazetteer))
  const places = distinctPlaces(towns)
    .toSorted((one, other) => kilometres(one.point, center) - kilometres(other.point, center))
    .slice(0, ZIPS_PER_METRO)
  const zips: ZipArea[] = []
  const metro: MetroArea = {
    economy,
    path: new MarketPath(seed, `${economy.city}/${economy.state}`, calendar),
    mlsName: `${economy.city} Sample MLS`,
    center,
    zips,
  }
  for (const place of places) zips.push(drawZip(metro, place, places, seed))
  return metro
}

/**
 * Leaves out ZIPs without residents: post boxes, and single ZIPs that belong to a large firm or office under a name
 * that is not a town's. A name with two ZIPs is a town, except for a few sorting offices.
 */
function isTownOf(gazetteer: Gazetteer): (place: ZipPlace) => boolean {
  return ({ city, state, population = 0 }) =>
    population > 0 && !SORTING_OFFICES.has(city) && gazetteer.zipsOfCity(city, state).length > 1
}

function drawZip(metro: MetroArea, place: ZipPlace, places: readonly ZipPlace[], seed: number): ZipArea {
  const random = new Random(seed, 'zip', Number(place.zipcode))
  const ofCity = new Random(seed, `city/${place.state}/${place.city}`)
  const distanceKm = kilometres(place.point, metro.center)
  const urbanity = Math.min(1, Math.exp(-distanceKm / 18) * random.between(0.8, 1.2))
  const neighborKm = Math.min(...places.filter((other) => other !== place).map((o) => kilometres(o.point, place.point)))
  const level = (0.72 + 0.38 * urbanity) * Math.exp(0.12 * ofCity.bell() + 0.09 * random.bell())
  return {
    place,
    metro,
    weight: (0.25 + urbanity) * random.between(0.5, 1.5),
    pricePerSquareFoot: Math.round(metro.economy.pricePerSquareFoot * level),
    urbanity,
    reachKm: Math.min(2.2, Math.max(0.35, neighborKm * 0.48)),
    neighborhoods: neighborhoodNames(ofCity, random),
    subdivisions: subdivisionNames(random),
    hash: hashOf(place.zipcode),
  }
}

/** A few of the city's neighbourhoods. All ZIPs of a city draw from the same names. */
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
  const kept: ZipPlace[] = []
  for (const place of places.toSorted((one, other) => (one.zipcode < other.zipcode ? -1 : 1))) {
    if (kept.every((other) => kilometres(other.point, place.point) > SAME_PLACE_KM)) kept.push(place)
  }
  return kept
}

function middle(points: readonly Point[]): Point {
  return {
    latitude: upperMedian(points.map((point) => point.latitude)) ?? 0,
    longitude: upperMedian(points.map((point) => point.longitude)) ?? 0,
  }
}

/** Flat-earth distance: precise enough within a metro. */
export function kilometres(one: Point, other: Point): number {
  const north = one.latitude - other.latitude
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(north, east) * KM_PER_DEGREE
}

/** Six decimals, about 11 cm. */
export function degrees(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
