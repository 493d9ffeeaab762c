import { quote } from '../../kit/base/sentence.ts'
import type { Home, Point } from '../../model/home.ts'
import { HOME_FIELD_NAMES, type HomeRecord, homeField } from '../../model/home-fields.ts'
import { onScale } from '../../model/home-record.ts'
import { type Check, type Finding, reject, report } from './finding.ts'
import type { PlaceOfZip } from './place-without-zip.ts'
import { kilometresBetween, written, ZIP_REACH_MAX_KM } from './point-check.ts'

/** The input of a check: the row's record, the home made from the record, and the location of its ZIP. */
export interface Subject {
  readonly record: HomeRecord
  readonly home: Home
  readonly place: PlaceOfZip
}

const WHOLE_DOLLARS = HOME_FIELD_NAMES.filter((name) => homeField(name).digits === 0)

/**
 * The checks for every home. Only a ZIP in another state rejects the row: a wrong place would distort answers about
 * other homes.
 */
export const CHECKS: readonly Check<Subject>[] = [
  reject('state.zip', 'The ZIP is in another state.', ({ home: { address }, place }) =>
    address.state === place.state ? undefined : `${address.state} with ${address.zipcode} in ${place.state}`,
  ),
  report(
    'point.half',
    'Only one of the two coordinates is known; neither is kept.',
    ({ record: { Latitude, Longitude } }) =>
      (Latitude === undefined) === (Longitude === undefined) ? undefined : `${Latitude ?? '?'}, ${Longitude ?? '?'}`,
  ),
  report(
    'point.zip',
    'The coordinates are more than 80 km from the center of the ZIP.',
    ({ home: { point }, place }) =>
      point && place.point && kilometresBetween(point, place.point) > 80
        ? `${written(point)} in ${place.zipcode}`
        : undefined,
  ),
  report(
    'street.half',
    'The parts of the street address lack a street name; they are not kept.',
    ({ record: { StreetAddress, StreetName, StreetNumber, StreetSuffix } }) =>
      (StreetAddress ?? StreetName) === undefined && (StreetNumber ?? StreetSuffix) !== undefined
        ? `${StreetNumber ?? StreetSuffix} alone`
        : undefined,
  ),
  report(
    'tract.form',
    'The census tract is malformed or its county is unknown; it is not kept.',
    ({ record: { CensusTract }, home: { address } }) =>
      CensusTract !== undefined && address.censusTract === undefined ? `tract ${quote(CensusTract)}` : undefined,
  ),
  report(
    'open-house.times',
    'Open houses lack a beginning or an end, or end before they begin; these are not kept.',
    ({ record: { OpenHouseStartTimes: starts = [], OpenHouseEndTimes: ends = [] }, home: { listing } }) => {
      const kept = listing?.openHouses?.length ?? 0
      return kept === Math.max(starts.length, ends.length) ? undefined : `${starts.join(', ')} to ${ends.join(', ')}`
    },
  ),
  report(
    'dues.seasonal',
    'Seasonal dues have no monthly amount; they are not kept.',
    ({ record: { AssociationFee }, home: { facts } }) =>
      AssociationFee !== undefined && facts.associationFee === undefined ? `dues ${AssociationFee}` : undefined,
  ),
  report('money.whole', 'A price or a value has cents; it is rounded to whole dollars.', ({ record }) => {
    const cut = WHOLE_DOLLARS.find((name) => !Number.isInteger(record[name] ?? 0))
    return cut && `${cut} ${Number(record[cut])}`
  }),
  report('contact.nameless', 'The contact has no name; it is not kept.', ({ record }) =>
    record.ContactName === undefined &&
    [record.ContactBusinessName, record.ContactPhone, record.ContactEmail].some((value) => value !== undefined)
      ? 'no ContactName'
      : undefined,
  ),
  report('year-renovated.order', 'The home was renovated before it was built.', ({ home: { facts } }) =>
    (facts.yearRenovated ?? Number.POSITIVE_INFINITY) < (facts.yearBuilt ?? 0)
      ? `built ${facts.yearBuilt}, renovated ${facts.yearRenovated}`
      : undefined,
  ),
  report(
    'score.scale',
    'A walk, transit or bike score is not between 0 and 100; it is not kept.',
    ({ record: { WalkScore, TransitScore, BikeScore } }) => {
      const off = [WalkScore, TransitScore, BikeScore].filter((score) => score !== onScale(score))
      return off.length === 0 ? undefined : `score ${off.join(', ')}`
    },
  ),
  report('close.undated', 'The sale has no date; it is left out of the history.', ({ home: { listing } }) =>
    listing?.status === 'Closed' && listing.closeDate === undefined ? 'no CloseDate' : undefined,
  ),
  report('status.missing', 'The listing has a price or a sale date but no status; it is not kept.', ({ record }) =>
    record.StandardStatus === undefined &&
    [record.ListPrice, record.ClosePrice, record.CloseDate].some((value) => value !== undefined)
      ? 'no StandardStatus'
      : undefined,
  ),
  report('tax.undated', 'The tax figures have no year; the tax history does not show them.', ({ record }) =>
    record.TaxYear === undefined && (record.TaxAssessedValue ?? record.TaxAnnualAmount) !== undefined
      ? 'no TaxYear'
      : undefined,
  ),
]

/** Finds coordinates that are impossible for the ZIP. The home is imported without the coordinates. */
export function farFrom({ zipcode, point: middle }: PlaceOfZip, point: Point): Finding | undefined {
  if (middle === undefined || kilometresBetween(point, middle) <= ZIP_REACH_MAX_KM) return undefined
  return {
    rule: 'point.far',
    sentence: `The coordinates are more than ${ZIP_REACH_MAX_KM} km from the center of the ZIP; they are not kept.`,
    detail: `${written(point)} in ${zipcode}`,
  }
}
