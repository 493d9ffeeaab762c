import { cityKey } from '../../kit/names/name-key.ts'
import type { Point } from '../../model/home.ts'
import type { HomePlace } from '../../model/home-record.ts'
import { NEAR_MAX, type ZipPlace } from '../../places/regions/gazetteer.ts'
import { isPostalState } from '../../places/regions/states.ts'
import { type Finding, Rejection } from './finding.ts'
import type { ImportGazetteer } from './noun.ts'
import { kilometresBetween, written, ZIP_REACH_MAX_KM } from './point-check.ts'

/** The location of a ZIP, as far as known. */
export type PlaceOfZip = HomePlace & { readonly point?: Point }

/** What a row says about its location, except for the ZIP. */
export interface StatedPlace {
  readonly state?: string | undefined
  readonly city?: string | undefined
  readonly point?: Point | undefined
}

/**
 * The nearest ZIP is accepted if the next one is at least twice as far, relative to the size of each ZIP area. In King
 * County, 97 % of the ZIPs found this way are right.
 */
const NEXT_MIN = 2

interface Placed {
  readonly place: PlaceOfZip
  readonly findings: readonly Finding[]
  /** Whether the coordinates contradict the rest of the address. */
  readonly isPointWrong?: true
}

/**
 * Finds the location of a row without a ZIP. Coordinates show the county, and the ZIP if only one is near. A city shows
 * the ZIP if it has only one. If the ZIP is uncertain, only values that all candidates share are set. Rejects a row
 * without a usable city or coordinates, and coordinates outside the stated state.
 */
export function placeWithoutZip(stated: StatedPlace, gazetteer: ImportGazetteer): Placed | Rejection {
  const { state, city = '', point } = stated
  const around = point && gazetteer.around(point)
  const named = state !== undefined && isPostalState(state) ? state : undefined
  if (around !== undefined && (named ?? around.state) === around.state) {
    const { zips, zip, isCityNear } = likelyZips(stated, gazetteer)
    const isFar = !isCityNear && isCityFar({ ...stated, state: around.state }, gazetteer)
    if (isFar && named !== undefined)
      return ofCity(city, named, gazetteer, { findings: [FAR_FROM_CITY], isPointWrong: true })
    const isElsewhere = isFar || (!isCityNear && !gazetteer.hasCity(city, around.state) && gazetteer.hasCity(city, ''))
    const place = { ...alike(zips, city), ...around, zipcode: zip?.zipcode ?? '' }
    const doubts = isElsewhere ? [CITY_ELSEWHERE] : []
    return zip !== undefined
      ? { place: { ...place, zipcodeFrom: 'coordinates' }, findings: [FROM_COORDINATES, ...doubts] }
      : { place, findings: [UNDECIDED, ...doubts] }
  }
  if (named === undefined || (city === '' && around === undefined)) return NOWHERE
  if (point !== undefined && around !== undefined && !isNearState(point, named, gazetteer)) {
    const sentence = 'The coordinates are not in the state that the row names.'
    return new Rejection('point.state', sentence, `${written(point)} in ${around.state} with ${named}`)
  }
  return city === '' ? NOWHERE : ofCity(city, named, gazetteer)
}

/** Finds the location by city and state alone. */
function ofCity(city: string, state: string, gazetteer: ImportGazetteer, doubt: Partial<Placed> = {}): Placed {
  const zips = gazetteer.zipsOfCity(city, state).filter(({ reachKm }) => reachKm !== undefined)
  const [zip, next] = zips
  const place: PlaceOfZip = { ...alike(zips, city), state }
  const findings = doubt.findings ?? []
  return zip !== undefined && next === undefined
    ? { ...doubt, place: { ...place, zipcodeFrom: 'city' }, findings: [FROM_CITY, ...findings] }
    : { ...doubt, place, findings: [UNDECIDED, ...findings] }
}

/** Whether the stated city is known in this state and far from the point. */
function isCityFar(stated: StatedPlace, gazetteer: ImportGazetteer): boolean {
  return middlesOfCity(stated, gazetteer).length > 0 && !isAtCity(stated, gazetteer)
}

/** Whether the point is in or near the stated city. */
export function isAtCity(stated: StatedPlace, gazetteer: ImportGazetteer): boolean {
  const { point } = stated
  return middlesOfCity(stated, gazetteer).some(
    (middle) => point !== undefined && kilometresBetween(middle, point) <= ZIP_REACH_MAX_KM,
  )
}

function middlesOfCity({ state = '', city = '' }: StatedPlace, gazetteer: ImportGazetteer): readonly Point[] {
  return gazetteer.zipsOfCity(city, state).flatMap((zip) => zip.point ?? [])
}

/** Whether a ZIP of the state is near the point. A rounded coordinate may lie on the wrong side of the border. */
function isNearState(point: Point, state: string, gazetteer: ImportGazetteer): boolean {
  return gazetteer.zipsAround(point).some(({ zipcode }) => gazetteer.zip(zipcode)?.state === state)
}

/** Returns the likely ZIPs of a point, if possible only ZIPs of the stated city. `zip` is set if it is certain. */
function likelyZips({ city, point }: StatedPlace, gazetteer: ImportGazetteer) {
  const around = (point ? gazetteer.zipsAround(point) : []).flatMap(({ zipcode, distance }) => {
    const place = gazetteer.zip(zipcode)
    return place === undefined ? [] : [{ place, distance }]
  })
  const own = around.filter(({ place }) => city !== undefined && cityKey(place.city) === cityKey(city))
  const candidates = own.length > 0 ? own : around
  const [nearest, next] = candidates
  const nextMin = (nearest?.distance ?? 0) * NEXT_MIN
  // a single near ZIP of the stated city is certain
  const isSure = own.length === 1 || (next?.distance ?? NEAR_MAX) >= nextMin
  const zips = candidates.filter(({ distance }) => distance < nextMin || distance === nearest?.distance)
  const isCityNear = own.length > 0 || (city ?? '') === ''
  return { zips: zips.map(({ place }) => place), zip: isSure ? nearest?.place : undefined, isCityNear }
}

/** Returns the values that are equal for all of the ZIPs. */
function alike(zips: readonly ZipPlace[], city: string): HomePlace {
  const common = <K extends keyof ZipPlace>(key: K): ZipPlace[K] | undefined => {
    const [first, ...others] = zips
    return others.every((other) => other[key] === first?.[key]) ? first?.[key] : undefined
  }
  const [county, countyFips, timeZone] = [common('county'), common('countyFips'), common('timeZone')]
  return {
    zipcode: zips.length === 1 ? (common('zipcode') ?? '') : '',
    city: city === '' ? (common('city') ?? '') : city,
    state: common('state') ?? '',
    ...(county !== undefined && countyFips !== undefined && { county, countyFips }),
    ...(timeZone !== undefined && { timeZone }),
  }
}

const FROM_COORDINATES: Finding = {
  rule: 'zip.fromCoordinates',
  sentence: 'The row has no ZIP; Plat takes it from the coordinates, so it may be wrong.',
  detail: 'no ZIP, but coordinates',
}

const FROM_CITY: Finding = {
  rule: 'zip.fromCity',
  sentence: 'The row has no ZIP; Plat uses the city’s only ZIP.',
  detail: 'no ZIP, but a city with only one ZIP',
}

const UNDECIDED: Finding = {
  rule: 'zip.undecided',
  sentence: 'The row has no ZIP, and several ZIPs are equally likely; the home has no ZIP.',
  detail: 'no ZIP',
}

const FAR_FROM_CITY: Finding = {
  rule: 'point.city',
  sentence: `The coordinates are more than ${ZIP_REACH_MAX_KM} km from the city; they are not kept.`,
  detail: 'no ZIP, and coordinates far from the city',
}

const CITY_ELSEWHERE: Finding = {
  rule: 'city.elsewhere',
  sentence: 'The city is known elsewhere, but not at these coordinates; both are kept.',
  detail: 'no ZIP, and a city that is elsewhere',
}

const NOWHERE = new Rejection(
  'zip.missing',
  'The home cannot be located: the row has no ZIP, no coordinates in the United States, and no city with a state.',
  'no ZIP',
)
