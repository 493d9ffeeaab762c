import type { Home, Point } from '../../../model/home.ts'
import { HOME_FIELDS, type HomeRecord } from '../../../model/home-fields.ts'
import { unreadableParts } from '../../../model/home-parts.ts'
import { asOfMs, homeFrom } from '../../../model/home-record.ts'
import { derivedZpid } from '../../../model/identity.ts'
import { streetParts } from '../../../places/addresses/address.ts'
import { foreign, orAbroad, pointAbroad } from '../abroad.ts'
import { CHECKS, farFrom } from '../checks.ts'
import { type Finding, judge, type Made, Rejection } from '../finding.ts'
import { keepHome } from '../home-kept.ts'
import { confirmedHome, unlistedHome, withMomentOf } from '../home-unlisted.ts'
import { importNoun } from '../import-noun.ts'
import { contradictionOf, countSales, mergeHomes } from '../merge.ts'
import type { FileContext, ImportGazetteer, RowContent } from '../noun.ts'
import { withoutOddCells } from '../odd-cells.ts'
import { isAtCity, type PlaceOfZip, placeWithoutZip, type StatedPlace } from '../place-without-zip.ts'
import { missingPoint, written } from '../point-check.ts'
import { placesShareKey } from '../same-record.ts'
import { withUnit } from '../unit.ts'
import { withWholeAddress } from '../whole-address.ts'
import { placeOfZip } from '../zip-place.ts'

export const homes = importNoun({
  noun: 'home',
  plural: 'homes',
  fields: HOME_FIELDS,
  required: ['HomeType'],
  someOf: [['PostalCode'], ['Latitude', 'Longitude'], ['City', 'StateOrProvince'], ['UnparsedAddress']],
  keyed: true,
  make: makeHome,
  id: (home) => home.zpid,
  named: ({ sourceKey, zpid }, source) => zpid ?? derivedZpid(source, sourceKey),
  momentOf: asOfMs,
  holder: ({ source, sourceKey }) => `${source}\u0000${sourceKey}`,
  taken: ({ zpid }, { source, sourceKey }) =>
    new Rejection(
      'zpid.taken',
      'The property id belongs to another home.',
      `the property id ${zpid} belongs to ${sourceKey} of source ${source}`,
    ),
  merge: mergeHomes,
  keep: keepHome,
  oddity: toldTwice,
  sales: countSales,
  unlisted: unlistedHome,
  confirmed: confirmedHome,
  withMomentOf,
})

function makeHome(
  { sourceKey, zpid, isId, record: values, other, findings: unread, mapped }: RowContent,
  file: FileContext,
): Made<Home> | Rejection {
  const { source, reporter, gazetteer, nowMs } = file
  // The row reader checked the fields' kinds.
  const { record: given, findings: odd } = withoutOddCells(withWholeAddress(values, gazetteer), nowMs, gazetteer)
  const { PostalCode, StateOrProvince, City, Latitude, Longitude } = given
  const region =
    Latitude === undefined || Longitude === undefined ? undefined : { latitude: Latitude, longitude: Longitude }
  const where = { state: StateOrProvince, city: City, point: region }
  const abroad = foreign(given)
  if (abroad !== undefined) return abroad
  const untold = unreadableParts(given)
  if (untold !== undefined)
    return new Rejection(`${untold}.unreadable`, `${untold} cannot be read.`, `cannot read ${untold}`)
  const guessed =
    PostalCode === undefined ? placeWithoutZip(where, gazetteer) : placeOfZip(PostalCode, where, gazetteer)
  const placed =
    guessed instanceof Rejection ? guessed : { ...guessed, place: replicaPlace(guessed.place, given.ZipOrigin) }
  if (placed instanceof Rejection) return unreadableZip(unread) ?? orAbroad(placed, region, gazetteer)
  const { place } = placed
  const { record, findings: oddities } = withUnit(given)
  const id = zpid ?? derivedZpid(source, sourceKey)
  const identity = { zpid: id, source, sourceKey, ...(isId && { isId }), ...(reporter && { reporter }) }
  const made = homeFrom(record, identity, place, other)
  const far = made.point && strayed({ ...where, point: made.point }, place, gazetteer)
  const isPointWrong = far || ('isPointWrong' in placed && placed.isPointWrong)
  const home = withMoment(isPointWrong ? withoutPoint(made) : made, file)
  const unplaced = missingPoint({ record: given, mapped, findings: unread }, UNPLACED)
  const findings = judge(CHECKS, { record, home, place })
  return findings instanceof Rejection
    ? orAbroad(findings, region, gazetteer)
    : {
        record: home,
        findings: [...odd, ...placed.findings, ...unplaced, ...oddities, ...(far ? [far] : []), ...findings],
      }
}

/** Uses the location that another Plat stored, so that the ZIP is not guessed again. */
function replicaPlace({ zipcodeFrom: _guess, ...place }: PlaceOfZip, origin: HomeRecord['ZipOrigin']): PlaceOfZip {
  if (origin === undefined) return _guess === undefined ? place : { ...place, zipcodeFrom: _guess }
  return origin === 'unknown' ? { ...place, zipcode: '' } : { ...place, zipcodeFrom: origin }
}

/**
 * Finds coordinates that are impossible for the ZIP. If the ZIP's center is unknown, compares with country and city.
 */
function strayed(stated: StatedPlace & { readonly point: Point }, place: PlaceOfZip, gazetteer: ImportGazetteer) {
  const far = farFrom(place, stated.point)
  if (far === undefined && (place.point !== undefined || isAtCity(stated, gazetteer))) return undefined
  return pointAbroad(stated.point, gazetteer) ?? far
}

/** Dates the home by its file, unless the listing has a modification time, which is more exact. */
function withMoment(home: Home, file: FileContext): Home {
  if (file.asOfMs === undefined || home.listing?.modifiedMs !== undefined) return home
  return { ...home, toldMs: file.asOfMs }
}

const UNPLACED =
  'The row has no coordinates: searches by shape find the home only if the shape contains its whole ZIP or city.'

/** Rejects a row because its ZIP is unreadable. This explains more than "no ZIP". */
function unreadableZip(findings: readonly Finding[]): Rejection | undefined {
  const finding = findings.find(({ rule }) => rule === 'PostalCode.unreadable')
  return finding && new Rejection(finding.rule, finding.sentence, finding.detail, finding.given)
}

function withoutPoint({ point: _point, ...home }: Home): Home {
  return home
}

/** Finds two rows with one key that are different homes, or that give different prices for one event. */
function toldTwice(one: Home, other: Home, isSettled: boolean): Finding | undefined {
  if (isElsewhere(one, other)) return placesShareKey(other.sourceKey, placeOf(one), placeOf(other))
  // A later batch replaces prices of an earlier one.
  return isSettled ? undefined : contradicted(one, other)
}

/** Whether two rows have different addresses, ignoring spelling. Parts missing from one address do not count. */
function isElsewhere(one: Home, other: Home): boolean {
  const zips = new Set([one, other].flatMap(({ address }) => (address.zipcodeFrom ? [] : address.zipcode || [])))
  const [before, now] = [one, other].map(({ address }) => streetParts(address.streetAddress))
  const isOtherStreet = STREET_PARTS.some((part) => before?.[part] && now?.[part] && before[part] !== now[part])
  return zips.size > 1 || isOtherStreet || areApart(one.point, other.point)
}

const STREET_PARTS = ['houseNumber', 'street', 'unit'] as const

/** About 2 km. Geocoders differ by less. */
const APART_DEGREES = 0.02

function areApart(one: Point | undefined, other: Point | undefined): boolean {
  if (one === undefined || other === undefined) return false
  const width = Math.cos(one.latitude * (Math.PI / 180))
  return Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * width) > APART_DEGREES
}

function placeOf({ address, point }: Home): string {
  const { streetAddress, city, zipcode } = address
  const where = [streetAddress, city, zipcode].filter((part) => part !== '').join(', ')
  return streetAddress === '' && point !== undefined ? written(point) : where
}

/** Reports two prices for one event. The history keeps both, because it is unknown which is right. */
function contradicted(one: Home, other: Home): Finding | undefined {
  const prices = contradictionOf(one, other)
  if (prices === undefined) return undefined
  const { event, rival } = prices
  return {
    rule: 'history.twice',
    sentence: 'Another row has the same event on the same day at another price; the history keeps both.',
    detail: `${rival.event} on ${rival.date} at ${rival.price ?? 'no price'} and at ${event.price ?? 'no price'}`,
  }
}
