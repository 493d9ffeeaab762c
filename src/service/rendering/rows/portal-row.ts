import {
  always,
  component,
  either,
  fixed,
  flag,
  large,
  listOf,
  made,
  nullable,
  number,
  object,
  objectFrom,
  oneOf,
  optional,
  text,
  whole,
} from '../../../kit/answers/index.ts'
import { grouped } from '../../../kit/base/figures.ts'
import { portalWords, type Words } from '../../../kit/base/words.ts'
import type { Building } from '../../../model/building.ts'
import type { Home } from '../../../model/home.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { currentPrice, marketState } from '../../../model/market-state.ts'
import { BATHROOMS, BEDROOMS, shownBathrooms, shownBedrooms } from '../bedrooms.ts'
import { BUILDING_CARD, type BuildingCard } from '../cards/building-card.ts'
import { HOME_CARD, type HomeCard } from '../cards/home-card.ts'
import { DIMENSIONS, HOME_STATUS, HOME_TYPE, HOME_TYPE_NAMES, isOnMarket, listingFlags } from '../listing-flags.ts'
import { isInAcres, LOT_AREA } from '../lot-size.ts'
import type { ListedHome } from '../people.ts'
import { drawnPhotosUrl, noPhotoUrl, photoUrls } from '../photos.ts'
import { BAD_GEOCODE, POINT, shownPoint } from '../place.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { buildingPath } from '../portal-urls.ts'
import { ADDRESS, addressLine, shownStreet } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'
import { lastAssessed } from '../tax-history.ts'

/** Rows of search result pages. Most unknown numbers are 0, because clients expect numbers. */

const PHOTO_WIDTH = 576

const MAX_PHOTOS = 20

interface Pictured {
  readonly urls: readonly string[]
  readonly words: Words
}

const itself = <S>(source: S) => source

const CAROUSEL = objectFrom<Pictured>()({
  baseUrl: fixed('{photoKey}', 'A URL once a photoKey replaces its placeholder.'),
  photoData: [listOf(object({ photoKey: text() })), ({ urls }) => urls.map((photoKey) => ({ photoKey }))],
})

const PICTURES = objectFrom<Pictured>()({
  imgSrc: [text(), ({ urls, words }) => urls[0] ?? noPhotoUrl(words)],
  hasImage: [flag(), ({ urls }) => urls.length > 0],
  carouselPhotosComposable: made(CAROUSEL, itself),
})

const ADDRESS_KEYS = objectFrom<Pick<HomeBrief, 'address'>>()({
  address: [text(), addressLine],
  addressStreet: [text(), shownStreet],
  addressCity: [text(), ({ address }) => address.city],
  addressState: [text(), ({ address }) => address.state],
  addressZipcode: [text(), ({ address }) => address.zipcode],
  isUndisclosedAddress: [flag(), ({ address }) => address.undisclosed === true],
})

const ZPID = text('Id of the home, as a string.')
const ROW_PRICE = text('`$399,000`; empty if unknown.')
const ROW_DOLLARS = number('Dollars; 0 if unknown.')
const BROKER = text('Empty if unknown.')
const CONTENT_TYPE = text('`priceCut`, `homeInsight` or `daysOn{Portal}`.')
const DOLLARS = optional(number('Dollars.'))

/** A home on a page of results. `card` is its search result, with its days on the market and its recommendation. */
interface HomeResult extends Pictured, ListedHome {
  readonly home: HomeBrief
  readonly card: HomeCard
  /** The assessed value in dollars. */
  readonly assessed: number | undefined
  readonly place: ReturnType<typeof shownPoint>
  readonly surroundings: Surroundings
  readonly nowMs: number
  /** Days since the home came on the market. */
  readonly days: number
}

const HOME_INFO = component(
  'PortalHomeInfo',
  objectFrom<HomeResult>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    ...ADDRESS.within(({ home }: HomeResult) => home),
    ...POINT.within(({ place }: HomeResult) => place.point),
    ...BAD_GEOCODE.within(({ place }: HomeResult) => place),
    price: [ROW_DOLLARS, ({ home }) => currentPrice(home) ?? 0],
    bathrooms: [BATHROOMS, shownBathrooms],
    bedrooms: [BEDROOMS, shownBedrooms],
    livingArea: [number('Square feet; 0 if unknown.'), ({ home }) => home.facts.livingArea ?? 0],
    homeType: [HOME_TYPE, ({ home }) => home.homeType],
    homeStatus: [HOME_STATUS, ({ home, nowMs }) => marketState(home, nowMs)],
    [PORTAL_KEYS.daysOn]: [whole(), ({ days }) => days],
    zestimate: [DOLLARS, ({ card }) => card.estimates.zestimate],
    rentZestimate: [DOLLARS, ({ card }) => card.estimates.rentZestimate],
    taxAssessedValue: [DOLLARS, ({ assessed }) => assessed],
    lotAreaValue: [
      optional(number('In lotAreaUnit.')),
      ({ home }) => LOT_AREA.of(home.facts.lotSizeSquareFeet).lotAreaValue ?? undefined,
    ],
    lotAreaUnit: [
      optional(oneOf(['sqft', 'acres'])),
      ({ home: { facts } }) =>
        facts.lotSizeSquareFeet === undefined ? undefined : isInAcres(facts.lotSizeSquareFeet) ? 'acres' : 'sqft',
    ],
  }),
)

const HOME_ROW = component(
  'PortalRow',
  objectFrom<HomeResult>()({
    zpid: [ZPID, ({ home }) => String(home.zpid)],
    id: [text(), ({ home }) => String(home.zpid)],
    ...PICTURES.keys,
    detailUrl: [text('URL of the home’s page.'), ({ card, words }) => words.portalOrigin + card.hdpView.hdpUrl],
    statusType: [text(), ({ home, nowMs }) => statusType(home, nowMs)],
    statusText: [text(), ({ home, nowMs }) => statusText(home, nowMs)],
    rawHomeStatusCd: [text(), (result) => DIMENSIONS.of(result).hdpTypeDimension],
    marketingStatusSimplifiedCd: [
      text(),
      (result) => (isOnMarket(result.home.listing) ? DIMENSIONS.of(result).listingTypeDimension : 'Sold'),
    ],
    countryCurrency: fixed('$'),
    price: [ROW_PRICE, ({ home }) => priceText(home)],
    unformattedPrice: [ROW_DOLLARS, ({ home }) => currentPrice(home) ?? 0],
    ...ADDRESS_KEYS.within(({ home }: HomeResult) => home),
    beds: [BEDROOMS, shownBedrooms],
    baths: [BATHROOMS, shownBathrooms],
    area: [nullable(number(), 'Square feet.'), ({ home }) => home.facts.livingArea],
    latLong: made(POINT, ({ place }) => place.point),
    [PORTAL_KEYS.isOwned]: [flag(), () => false],
    brokerName: [BROKER, ({ home, listOffice }) => listOffice?.name ?? home.listing?.contact?.businessName ?? ''],
    flexFieldText: [text(), (result) => flexField(result).flexFieldText],
    contentType: [CONTENT_TYPE, (result) => flexField(result).contentType],
    has3DModel: [flag(), ({ home }) => home.listing?.has3DTour === true],
    hasVideo: [flag(), ({ card }) => card.media.hasVideos],
    hdpData: made(objectFrom<HomeResult>()({ homeInfo: made(HOME_INFO, itself) }), itself),
  }),
)

/** A rental building in a page of results, with its matching units. */
interface BuildingResult extends Pictured {
  readonly building: Building
  readonly card: BuildingCard
}

const BUILDING_ROW = component(
  'PortalBuildingRow',
  objectFrom<BuildingResult>()({
    zpid: [ZPID, ({ card }) => String(card.zpid)],
    id: [text(), ({ building }) => building.lotId],
    isBuilding: fixed(true),
    lotId: [text('Id of the building.'), ({ building }) => building.lotId],
    buildingName: [text(), ({ building }) => building.name],
    ...PICTURES.keys,
    detailUrl: [text('URL of the home’s page.'), ({ building, words }) => words.portalOrigin + buildingPath(building)],
    statusType: [text(), () => 'FOR_RENT'],
    statusText: [text(), ({ building }) => building.name],
    rawHomeStatusCd: [text(), () => 'ForRent'],
    marketingStatusSimplifiedCd: [text(), () => 'For Rent'],
    countryCurrency: fixed('$'),
    price: [ROW_PRICE, ({ card }) => fromPrice(card.minPrice)],
    unformattedPrice: [ROW_DOLLARS, ({ card }) => card.minPrice ?? 0],
    ...ADDRESS_KEYS.within(({ building }: BuildingResult) => building),
    area: [nullable(number(), 'Square feet; a building has none.'), () => null],
    latLong: [POINT, ({ building }) => building.point],
    [PORTAL_KEYS.isOwned]: [flag(), () => false],
    brokerName: [BROKER, ({ building }) => building.managedBy ?? ''],
    flexFieldText: [text(), ({ card }) => `${card.matchingHomeCount} available`],
    contentType: [CONTENT_TYPE, () => 'homeInsight'],
    has3DModel: [flag(), () => false],
    hasVideo: [flag(), () => false],
    units: [
      listOf(object({ price: text('`$1,200+`'), beds: text(), roomForRent: flag() })),
      ({ card }) =>
        card.unitsGroup.map(({ bedrooms, minPrice, isRoomForRent }) => ({
          price: fromPrice(minPrice),
          beds: String(bedrooms),
          roomForRent: isRoomForRent,
        })),
    ],
    minBaseRent: [number('Dollars per month; 0 if unknown.'), ({ card }) => card.minPrice ?? 0],
    maxBaseRent: [number('Dollars per month; 0 if unknown.'), ({ card }) => card.maxPrice ?? 0],
    availabilityCount: [whole('Matching units.'), ({ card }) => card.matchingHomeCount],
  }),
)

export const ROWS = listOf(either(HOME_ROW, BUILDING_ROW))

/** Rows of search result pages, each followed by the keys that other searches return for the same result. */
export const ROWS_WITH_CARDS = listOf(
  either(
    component('PortalRowWithCard', object({ ...HOME_ROW.fields, property: HOME_CARD, resultType: always('property') })),
    component(
      'PortalBuildingRowWithCard',
      object({ ...BUILDING_ROW.fields, property: BUILDING_CARD, resultType: always('propertyGroup') }),
    ),
  ),
)

/**
 * Whether a home's row can be written without the home's record: the home has no pictures from its source, and its
 * search result has the latest assessment. Search results leave out an assessment without a year.
 */
export function isInBrief({ listing }: HomeBrief, card: HomeCard): boolean {
  return listing?.photos === undefined && card.taxAssessment !== undefined
}

/** Returns the JSON of a home's row. `record` must be given unless `isInBrief`. */
export function portalRow(
  listed: ListedHome,
  card: HomeCard,
  record: Home | undefined,
  surroundings: Surroundings,
): string {
  const { words, nowMs, regions } = surroundings
  const { home } = listed
  const { listing = {} } = record ?? home
  const assessed = record ? lastAssessed(record)?.assessedValue : card.taxAssessment?.taxAssessedValue
  const urls = photoUrls(listing, drawnPhotosUrl('home', home.zpid, words), PHOTO_WIDTH, MAX_PHOTOS)
  const days = card[portalKeys(words).daysOn] ?? 0
  const place = shownPoint(home, regions)
  const result = { ...listed, card, assessed, place, nowMs, surroundings, days, urls, words }
  return HOME_ROW.writer(portalWords(words))(result)
}

export function buildingRow(building: Building, card: BuildingCard, words: Words): string {
  const urls = photoUrls(building, drawnPhotosUrl('building', building.lotId, words), PHOTO_WIDTH, MAX_PHOTOS)
  return BUILDING_ROW.writer(portalWords(words))({ building, card, urls, words })
}

/** `$1,200+` */
function fromPrice(price: number | undefined): string {
  return price === undefined ? '' : `$${grouped(price)}+`
}

/** Returns `$399,000`, or for a rental `$1,200/mo`. */
function priceText(home: HomeBrief): string {
  const price = currentPrice(home)
  return price === null ? '' : `$${grouped(price)}${home.listing?.kind === 'lease' ? '/mo' : ''}`
}

/**
 * Returns the recommendation in the home's search result. If there is none, returns how long the home has been listed
 * or when it was sold.
 */
function flexField({ card, home: { listing }, days, words: { Portal } }: HomeResult) {
  const [first] = card.listCardRecommendation.flexFieldRecommendations
  if (first) return { flexFieldText: first.displayString, contentType: first.contentType }
  if (listing?.status === 'Closed') {
    return { flexFieldText: listing.closeDate ? `Sold ${listing.closeDate}` : 'Sold', contentType: 'homeInsight' }
  }
  return { flexFieldText: `${days} ${days === 1 ? 'day' : 'days'} on ${Portal}`, contentType: `daysOn${Portal}` }
}

function statusType(home: HomeBrief, nowMs: number): string {
  const state = marketState(home, nowMs)
  return state === 'RECENTLY_SOLD' ? 'SOLD' : state
}

/** Returns `House for sale`, or a special feature of the listing. */
function statusText(home: HomeBrief, nowMs: number): string {
  const flags = listingFlags(home, nowMs)
  if (home.listing?.status === 'Closed') return 'Sold'
  if (flags.pending) return 'Pending'
  if (flags.comingSoon) return 'Coming soon'
  if (flags.forAuction) return 'Auction'
  if (flags.foreclosure || flags.bankOwned) return 'Foreclosure'
  if (flags.newHome) return 'New construction'
  return `${HOME_TYPE_NAMES[home.homeType].row} ${home.listing?.kind === 'lease' ? 'for rent' : 'for sale'}`
}
