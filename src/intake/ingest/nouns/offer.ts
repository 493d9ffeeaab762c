import { dayOf, startOfDay } from '../../../kit/base/clock.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import { derivedOfferId } from '../../../model/identity.ts'
import type { Offer } from '../../../model/offer.ts'
import { OFFER_FIELDS } from '../../../model/offer-fields.ts'
import { EXTRAS, FLOORS } from '../../../model/offer-values.ts'
import { polishCity } from '../../../places/regions/polish-cities.ts'
import { type Check, type Finding, judge, type Made, made, Rejection, reject, report } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { mergeOffers, offersGone, scopeOf } from '../offer-course.ts'
import { missingPoint, POINT_CHECK, pointOf, written } from '../point-check.ts'
import { differing, keyShared, placesShareKey, withRequired } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

type OfferRecord = RecordOf<typeof OFFER_FIELDS>

const REQUIRED = ['PropertyType', 'SearchType', 'Area', 'City'] as const satisfies readonly (keyof OfferRecord)[]

export const offers = importNoun({
  noun: 'offer',
  plural: 'offers',
  fields: OFFER_FIELDS,
  required: REQUIRED,
  keyed: true,
  make: makeOffer,
  id: (offer) => offer.offerId,
  named: ({ sourceKey }, source) => derivedOfferId(source, sourceKey),
  momentOf: ({ modifiedMs }) => modifiedMs,
  holder: ({ source, sourceKey }) => `${source}\u0000${sourceKey}`,
  merge: mergeOffers,
  keep: keepOffer,
  oddity: toldTwice,
  missing: offersGone,
  scope: scopeOf,
})

/** Fields that describe one sighting of an offer, not the offer itself. */
const SIGHTING_FIELDS = ['price', 'priceHistory', 'createdMs', 'modifiedMs', 'lastSeen', 'lastListed']

/**
 * Reports two rows with one key that differ at the same moment. At different moments, only city and property type must
 * agree.
 */
function toldTwice(one: Offer, other: Offer): Finding | undefined {
  const isOneMoment = one.lastSeen === other.lastSeen && one.modifiedMs === other.modifiedMs
  const what = differing(one, other, isOneMoment ? [] : [...SIGHTING_FIELDS, 'title', 'description', 'photos'])
  if (one.city !== other.city) return placesShareKey(other.sourceKey, one.city, other.city)
  const isElse = isOneMoment ? what !== '' : one.propertyType !== other.propertyType
  return isElse ? keyShared(other.sourceKey, what.replace(', priceHistory', '')) : undefined
}

const FILLS: Fills = {
  Title: 'title',
  Market: 'market',
  OwnerType: 'ownerType',
  ListPrice: 'price',
  HidePriceYN: 'hidePrice',
  AdministrativeRent: 'rent',
  PlotArea: 'plotArea',
  Rooms: 'rooms',
  Floor: 'floor',
  FloorNumber: 'floor',
  FloorsInBuilding: 'floorsInBuilding',
  YearBuilt: 'yearBuilt',
  BuildingType: 'buildingType',
  BuildingMaterial: 'buildingMaterial',
  Heating: 'heating',
  Media: 'media',
  VideoYN: 'hasVideo',
  ThreeDViewYN: 'has3DView',
  OpenDayYN: 'openDay',
  ExclusiveYN: 'exclusiveOffer',
  AgencyId: 'agency',
  AgencyName: 'agency',
  Street: 'street',
  District: 'district',
  County: 'county',
  Province: 'province',
  Latitude: 'point',
  Longitude: 'point',
  Description: 'description',
  PhotoURLs: 'photos',
}

/** A generated title follows its fields. County and province follow the city. */
function keepOffer(merged: Offer, known: Offer, mapped: ReadonlySet<string>): Offer {
  if (merged === known) return merged
  const kept = withUnmapped(merged, known, FILLS, mapped)
  const isMade = known.title === titleOf(known.propertyType, known.area, known.city)
  const { city, county, province } = merged
  return {
    ...kept,
    ...(isMade && { title: merged.title }),
    ...(city !== known.city && { county, province }),
    extras: EXTRAS.filter((extra) => {
      const isMapped = mapped.has('Extras') || mapped.has(`${extra}YN`)
      return (isMapped ? merged : known).extras.includes(extra)
    }),
  }
}

const CHECKS: readonly Check<Offer>[] = [
  reject(
    'price.positive',
    'The price or the area is not above 0; if 0 means unknown, list it under emptyWhen.',
    ({ price = 1, area }) => (price > 0 && area > 0 ? undefined : `price ${price}, area ${area}`),
  ),
  POINT_CHECK,
  reject('dates.order', 'The offer was last changed before it was first offered.', ({ createdMs, modifiedMs }) =>
    createdMs <= modifiedMs ? undefined : `offered ${dayOf(createdMs)}, changed ${dayOf(modifiedMs)}`,
  ),
  report('point.country', 'The coordinates are outside Poland.', ({ point }) =>
    point === undefined ||
    (point.latitude > 48.9 && point.latitude < 55 && point.longitude > 14 && point.longitude < 24.3)
      ? undefined
      : written(point),
  ),
  report('floor.building', 'The floor is above the top floor of the building.', ({ floor, floorsInBuilding }) =>
    Number(floor) > (floorsInBuilding ?? Number.POSITIVE_INFINITY)
      ? `floor ${floor} of ${floorsInBuilding}`
      : undefined,
  ),
]

function makeOffer(content: RowContent, file: FileContext): Made<Offer> | Rejection {
  const { sourceKey, record } = content
  // the row reader checked the fields' kinds
  const given = withRequired<OfferRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const place = placeOf(given)
  if (place instanceof Rejection) return place
  const times = timesOf(given, file)
  if (times instanceof Rejection) return times
  const price = given.ListPrice
  const offer = compact<Offer>({
    offerId: derivedOfferId(file.source, sourceKey),
    source: file.source,
    sourceKey,
    title: given.Title ?? titleOf(given.PropertyType, given.Area, place.city),
    propertyType: given.PropertyType,
    searchType: given.SearchType,
    market: given.Market,
    ownerType: given.OwnerType,
    price,
    area: given.Area,
    ...buildingOf(given),
    ...presentationOf(given),
    ...place,
    ...times,
    street: given.Street,
    district: given.District,
    point: pointOf(given.Latitude, given.Longitude),
    description: given.Description ?? '',
    priceHistory: price === undefined ? undefined : [{ date: times.lastSeen, price }],
  })
  return made(offer, judge(CHECKS, offer), missingPoint(content, UNPLACED))
}

const UNPLACED =
  'The row has no coordinates: the offer is shown in the middle of its city and marked as approximate, or without a place if the city is unknown.'

function placeOf({
  City = '',
  County,
  Province,
}: OfferRecord): Pick<Offer, 'city' | 'county' | 'province'> | Rejection {
  const city = polishCity(City)
  const county = County ?? city?.county
  const province = Province ?? city?.province
  if (county !== undefined && province !== undefined) return { city: city?.city ?? City, county, province }
  return new Rejection(
    'city.unknown',
    'County or province is missing, and the city is not known to be a county too.',
    `city ${quote(City)}`,
  )
}

type Times = Pick<Offer, 'createdMs' | 'modifiedMs' | 'lastListed'> & { readonly lastSeen: string }

/** Reads the dates of a row. Missing dates become the file's day. */
function timesOf(
  { CreationTimestamp, ModificationTimestamp }: OfferRecord,
  { asOf, complete }: FileContext,
): Times | Rejection {
  const asOfMs = asOf === undefined ? undefined : startOfDay(asOf)
  const modifiedMs = ModificationTimestamp ?? asOfMs ?? CreationTimestamp
  if (modifiedMs === undefined) {
    return new Rejection(
      'date.missing',
      'The offer has no date, in the row or from the file; see asOf.',
      'no ModificationTimestamp',
    )
  }
  const createdMs = CreationTimestamp ?? Math.min(modifiedMs, asOfMs ?? modifiedMs)
  const lastSeen = asOf ?? dayOf(modifiedMs)
  return { createdMs, modifiedMs, lastSeen, ...(complete && asOf !== undefined && { lastListed: asOf }) }
}

const TITLE_WORDS: Readonly<Record<Offer['propertyType'], string>> = {
  Apartment: 'Mieszkanie',
  House: 'Dom',
  Plot: 'Działka',
  Commercial: 'Lokal użytkowy',
  Warehouse: 'Hala',
  Room: 'Pokój',
  Garage: 'Garaż',
  Investment: 'Inwestycja',
}

const POLISH_NUMBER = new Intl.NumberFormat('pl-PL')

function titleOf(type: Offer['propertyType'], area: number, city: string): string {
  return `${TITLE_WORDS[type]} ${POLISH_NUMBER.format(area)} m², ${city}`
}

function buildingOf(given: OfferRecord) {
  return {
    plotArea: given.PlotArea,
    rooms: given.Rooms,
    floor: given.Floor ?? floorOf(given.FloorNumber),
    floorsInBuilding: given.FloorsInBuilding,
    yearBuilt: given.YearBuilt,
    buildingType: given.BuildingType,
    buildingMaterial: given.BuildingMaterial,
    heating: given.Heating,
    rent: given.AdministrativeRent,
    extras: EXTRAS.filter((extra) => given[`${extra}YN`] ?? given.Extras?.includes(extra)),
    media: given.Media ?? [],
  }
}

const HIGHEST_NUMBERED = 10

function floorOf(number: number | undefined): (typeof FLOORS)[number] | undefined {
  if (number === undefined) return undefined
  if (number < 0) return 'Cellar'
  if (number > HIGHEST_NUMBERED) return 'Above_10'
  return number === 0 ? 'Ground' : FLOORS.find((floor) => floor === String(number))
}

function presentationOf(given: OfferRecord) {
  const { AgencyId, AgencyName } = given
  return {
    hidePrice: onlyTrue(given.HidePriceYN),
    hasVideo: onlyTrue(given.VideoYN),
    has3DView: onlyTrue(given.ThreeDViewYN),
    openDay: onlyTrue(given.OpenDayYN),
    exclusiveOffer: onlyTrue(given.ExclusiveYN),
    agency: AgencyId === undefined || AgencyName === undefined ? undefined : { id: AgencyId, name: AgencyName },
    photos: given.PhotoURLs,
  }
}

function onlyTrue(value: boolean | undefined): true | undefined {
  return value === true ? true : undefined
}
