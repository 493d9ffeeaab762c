import {
  type AnswerOf,
  always,
  component,
  each,
  either,
  type FieldsOf,
  flag,
  large,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from '../../answers/index.ts'
import { grouped } from '../../base/figures.ts'
import type { Words } from '../../base/words.ts'
import type { Building } from '../../model/building.ts'
import type { Home, HomeType } from '../../model/home.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { shownEstimate } from '../../model/shown-estimate.ts'
import { texts } from '../answer-head.ts'
import { BUILDING_CARD, type BuildingCard } from '../cards/building-card.ts'
import { HOME_CARD, type HomeCard } from '../cards/home-card.ts'
import { dimensions, HOME_STATUS, HOME_TYPE, isOnMarket, listingFlags } from '../listing-flags.ts'
import { lotArea } from '../lot-size.ts'
import type { People } from '../people.ts'
import { drawnPhotosUrl, noPhotoUrl, photoUrls } from '../photos.ts'
import { BAD_GEOCODE_FIELD, coarseMark, type Place, POINT, POINT_FIELDS, shownPoint } from '../place.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { buildingPath, homeUrl } from '../portal-urls.ts'
import { ADDRESS_FIELDS, addressLine, type ShownAddress, shownAddress } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

/** Rows of search result pages. Unknown numbers are 0, because clients of these rows expect a number. */
const FIELDS = {
  zpid: text('Id of the home, as a string.'),
  id: text(),
  imgSrc: text(),
  hasImage: flag(),
  carouselPhotosComposable: object({
    baseUrl: always('{photoKey}', 'A URL once a photoKey replaces its placeholder.'),
    photoData: listOf(object({ photoKey: text() })),
  }),
  detailUrl: text('URL of the home’s page.'),
  ...texts('statusType', 'statusText', 'rawHomeStatusCd', 'marketingStatusSimplifiedCd'),
  countryCurrency: always('$'),
  price: text('`$399,000`; empty if unknown.'),
  unformattedPrice: number('Dollars; 0 if unknown.'),
  ...texts('address', 'addressStreet', 'addressCity', 'addressState', 'addressZipcode'),
  isUndisclosedAddress: flag(),
  latLong: POINT,
  [PORTAL_KEYS.isOwned]: flag(),
  brokerName: text('Empty if unknown.'),
  flexFieldText: text(),
  contentType: text('`priceCut`, `homeInsight` or `daysOn{Portal}`.'),
  ...each(flag(), 'has3DModel', 'hasVideo'),
}

type Row = FieldsOf<typeof FIELDS>

const HOME_INFO = component(
  'PortalHomeInfo',
  object({
    zpid: large('Id of the home.'),
    ...ADDRESS_FIELDS,
    ...POINT_FIELDS,
    ...BAD_GEOCODE_FIELD,
    price: number('Dollars; 0 if unknown.'),
    ...each(number('0 if unknown.'), 'bathrooms', 'bedrooms'),
    livingArea: number('Square feet; 0 if unknown.'),
    homeType: HOME_TYPE,
    homeStatus: HOME_STATUS,
    [PORTAL_KEYS.daysOn]: whole(),
    ...each(optional(number('Dollars.')), 'zestimate', 'rentZestimate', 'taxAssessedValue'),
    lotAreaValue: optional(number('In lotAreaUnit.')),
    lotAreaUnit: optional(oneOf(['sqft', 'acres'])),
  }),
)

const HOME_FIELDS = {
  ...FIELDS,
  ...each(number('0 if unknown.'), 'beds', 'baths'),
  area: nullable(number(), 'Square feet.'),
  hdpData: object({ homeInfo: HOME_INFO }),
}

const BUILDING_FIELDS = {
  ...FIELDS,
  isBuilding: always(true),
  lotId: text('Id of the building.'),
  buildingName: text(),
  area: nullable(number(), 'Square feet; a building has none.'),
  units: listOf(object({ price: text('`$1,200+`'), beds: text(), roomForRent: flag() })),
  ...each(number('Dollars per month; 0 if unknown.'), 'minBaseRent', 'maxBaseRent'),
  availabilityCount: whole('Matching units.'),
}

const HOME_ROW = component('PortalRow', object(HOME_FIELDS))
const BUILDING_ROW = component('PortalBuildingRow', object(BUILDING_FIELDS))

export const ROWS = listOf(either(HOME_ROW, BUILDING_ROW))

/** The same rows, each with the card of the other searches. */
export const ROWS_WITH_CARDS = listOf(
  either(
    component('PortalRowWithCard', object({ ...HOME_FIELDS, property: HOME_CARD, resultType: always('property') })),
    component(
      'PortalBuildingRowWithCard',
      object({ ...BUILDING_FIELDS, property: BUILDING_CARD, resultType: always('propertyGroup') }),
    ),
  ),
)

const PHOTO_WIDTH = 576

/** Photos in a row: as many as people leaf through. */
const MAX_PHOTOS = 20

/** The row of a home. What depends on today's date comes from its card. */
export function portalRow(home: Home, card: HomeCard, people: People, around: Surroundings): AnswerOf<typeof HOME_ROW> {
  const { words, nowMs } = around
  const { facts, listing } = home
  const price = currentPrice(home) ?? undefined
  const shown = shownPoint(home, around.regions)
  const state = marketState(home, nowMs)
  const { hdpTypeDimension, listingTypeDimension } = dimensions(home, nowMs)
  const { daysOn, isOwned } = portalKeys(words)
  const days = card[daysOn] ?? 0
  return {
    zpid: String(home.zpid),
    id: String(home.zpid),
    ...pictures(photoUrls(listing ?? {}, drawnPhotosUrl('home', home.zpid, words), PHOTO_WIDTH, MAX_PHOTOS), words),
    detailUrl: homeUrl(home, words),
    statusType: state === 'RECENTLY_SOLD' ? 'SOLD' : state,
    statusText: statusText(home, nowMs),
    rawHomeStatusCd: hdpTypeDimension,
    marketingStatusSimplifiedCd: isOnMarket(listing) ? listingTypeDimension : 'Sold',
    countryCurrency: '$',
    price: price === undefined ? '' : `$${grouped(price)}${listing?.kind === 'lease' ? '/mo' : ''}`,
    unformattedPrice: price ?? 0,
    ...addressKeys(home),
    isUndisclosedAddress: home.address.undisclosed === true,
    beds: facts.bedroomsTotal ?? 0,
    baths: facts.bathrooms ?? 0,
    area: facts.livingArea ?? null,
    latLong: shown.point,
    [isOwned]: false,
    brokerName: people.listOffice?.name ?? listing?.contact?.businessName ?? '',
    ...flexField(card, home, days, words),
    has3DModel: listing?.has3DTour === true,
    hasVideo: listing?.videoUrl !== undefined,
    hdpData: { homeInfo: homeInfo(home, price ?? 0, shown, around, days) },
  }
}

/** A rental building with its matching units. */
export function buildingRow(building: Building, card: BuildingCard, words: Words): AnswerOf<typeof BUILDING_ROW> {
  const { lotId, name, point } = building
  const photos = photoUrls(building, drawnPhotosUrl('building', lotId, words), PHOTO_WIDTH, MAX_PHOTOS)
  return {
    zpid: String(card.zpid),
    id: lotId,
    isBuilding: true,
    lotId,
    buildingName: name,
    ...pictures(photos, words),
    detailUrl: words.portalOrigin + buildingPath(building),
    statusType: 'FOR_RENT',
    statusText: name,
    rawHomeStatusCd: 'ForRent',
    marketingStatusSimplifiedCd: 'For Rent',
    countryCurrency: '$',
    price: fromPrice(card.minPrice),
    unformattedPrice: card.minPrice ?? 0,
    ...addressKeys(building),
    isUndisclosedAddress: building.address.undisclosed === true,
    area: null,
    latLong: point,
    [portalKeys(words).isOwned]: false,
    brokerName: building.managedBy ?? '',
    flexFieldText: `${card.matchingHomeCount} available`,
    contentType: 'homeInsight',
    has3DModel: false,
    hasVideo: false,
    units: card.unitsGroup.map(({ bedrooms, minPrice, isRoomForRent }) => ({
      price: fromPrice(minPrice),
      beds: String(bedrooms),
      roomForRent: isRoomForRent,
    })),
    minBaseRent: card.minPrice ?? 0,
    maxBaseRent: card.maxPrice ?? 0,
    availabilityCount: card.matchingHomeCount,
  }
}

/** `$1,200+` */
function fromPrice(price: number | undefined): string {
  return price === undefined ? '' : `$${grouped(price)}+`
}

/** Clients insert a `photoKey` into `baseUrl`; ours are whole URLs. */
function pictures(
  urls: readonly string[],
  words: Words,
): Pick<Row, 'imgSrc' | 'hasImage' | 'carouselPhotosComposable'> {
  return {
    imgSrc: urls[0] ?? noPhotoUrl(words),
    hasImage: urls.length > 0,
    carouselPhotosComposable: { baseUrl: '{photoKey}', photoData: urls.map((photoKey) => ({ photoKey })) },
  }
}

function addressKeys(shown: Pick<Home, 'address'>) {
  const { streetAddress, city, state, zipcode }: ShownAddress = shownAddress(shown)
  return {
    address: addressLine(shown),
    addressStreet: streetAddress,
    addressCity: city,
    addressState: state,
    addressZipcode: zipcode,
  }
}

/** The card's recommendation, or else how long the home has been listed, or when it was sold. */
function flexField(card: HomeCard, { listing }: Home, days: number, { Portal }: Words) {
  const [first] = card.listCardRecommendation.flexFieldRecommendations
  if (first) return { flexFieldText: first.displayString, contentType: first.contentType }
  if (listing?.status === 'Closed') {
    return { flexFieldText: listing.closeDate ? `Sold ${listing.closeDate}` : 'Sold', contentType: 'homeInsight' }
  }
  return { flexFieldText: `${days} ${days === 1 ? 'day' : 'days'} on ${Portal}`, contentType: `daysOn${Portal}` }
}

const TYPE_WORDS: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'House',
  TOWNHOUSE: 'Townhouse',
  CONDO: 'Condo',
  MULTI_FAMILY: 'Multi-family home',
  APARTMENT: 'Apartment',
  LOT: 'Lot / Land',
  MANUFACTURED: 'Manufactured home',
}

/** `House for sale`, unless something sets the listing apart. */
function statusText(home: Home, nowMs: number): string {
  const flags = listingFlags(home, nowMs)
  if (home.listing?.status === 'Closed') return 'Sold'
  if (flags.pending) return 'Pending'
  if (flags.comingSoon) return 'Coming soon'
  if (flags.forAuction) return 'Auction'
  if (flags.foreclosure || flags.bankOwned) return 'Foreclosure'
  if (flags.newHome) return 'New construction'
  return `${TYPE_WORDS[home.homeType]} ${home.listing?.kind === 'lease' ? 'for rent' : 'for sale'}`
}

function homeInfo(
  home: Home,
  price: number,
  { point, coarse }: Pick<Place, 'point' | 'coarse'>,
  { words, nowMs }: Surroundings,
  days: number,
): AnswerOf<typeof HOME_INFO> {
  const { facts } = home
  const estimate = shownEstimate(home)
  const { lotAreaValue, lotAreaUnits } = lotArea(facts.lotSizeSquareFeet)
  const assessed = home.taxes.findLast((tax) => tax.assessedValue !== undefined)?.assessedValue
  return {
    zpid: home.zpid,
    ...shownAddress(home),
    ...point,
    ...coarseMark(coarse),
    price,
    bathrooms: facts.bathrooms ?? 0,
    bedrooms: facts.bedroomsTotal ?? 0,
    livingArea: facts.livingArea ?? 0,
    homeType: home.homeType,
    homeStatus: marketState(home, nowMs),
    [portalKeys(words).daysOn]: days,
    ...(estimate?.value !== undefined && { zestimate: estimate.value }),
    ...(estimate?.rent !== undefined && { rentZestimate: estimate.rent }),
    ...(assessed !== undefined && { taxAssessedValue: assessed }),
    ...(lotAreaValue !== null && { lotAreaValue, lotAreaUnit: lotAreaUnits === 'Acres' ? 'acres' : 'sqft' }),
  }
}
