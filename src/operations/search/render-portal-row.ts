import type { Building } from '../../model/building.ts'
import type { Home, HomeType } from '../../model/home.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { grouped } from '../figures.ts'
import { dimensions, isOnMarket, listingFlags } from '../listing-flags.ts'
import { lotArea } from '../lot-size.ts'
import type { Words } from '../operation.ts'
import type { People } from '../people.ts'
import { shownPoint } from '../place.ts'
import { buildingPath, homeUrl } from '../portal-urls.ts'
import { drawnPlace, noPhotoUrl, photoUrls } from '../render-photos.ts'
import { addressLine, type ShownAddress, shownAddress } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

/** What a row takes from its card: what follows today's date or the units that match has been reckoned there. */
export interface Card {
  readonly zpid?: number
  readonly listCardRecommendation: { readonly flexFieldRecommendations: readonly FlexField[] }
  /** Of buildings. */
  readonly minPrice?: number
  readonly maxPrice?: number
  readonly matchingHomeCount?: number
  readonly unitsGroup?: readonly {
    readonly bedrooms: number
    readonly minPrice: number
    readonly isRoomForRent: boolean
  }[]
  readonly [key: string]: unknown
}

interface FlexField {
  readonly displayString: string
  readonly contentType: string
}

const PHOTO_WIDTH = 576

/** Photos of a row: as many as people leaf through. */
const MOST_PHOTOS = 20

/**
 * A home as pages of search results list it. Numbers that are not known are 0, as clients of these rows expect numbers
 * there; `property` beside them leaves them out.
 */
export function portalRow(home: Home, card: Card, people: People, around: Surroundings) {
  const { words, nowMs } = around
  const { facts, listing } = home
  const price = currentPrice(home) ?? undefined
  const { point } = shownPoint(home, around.regions)
  const state = marketState(home, nowMs)
  const { hdpTypeDimension, listingTypeDimension } = dimensions(home, nowMs)
  const days = Number(card[`daysOn${words.Portal}`] ?? 0)
  return {
    zpid: String(home.zpid),
    id: String(home.zpid),
    ...pictures(photoUrls(listing ?? {}, drawnPlace('home', home.zpid, words), PHOTO_WIDTH, MOST_PHOTOS), words),
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
    latLong: point,
    [`is${words.Portal}Owned`]: false,
    brokerName: people.listOffice?.name ?? listing?.contact?.businessName ?? '',
    ...flexField(card, home, days, words),
    has3DModel: listing?.has3DTour === true,
    hasVideo: listing?.videoUrl !== undefined,
    hdpData: { homeInfo: homeInfo(home, price ?? 0, point, around, days) },
  }
}

/** A rental building with its units that match. */
export function buildingRow(building: Building, card: Card, words: Words) {
  const { lotId, name, point } = building
  const photos = photoUrls(building, drawnPlace('building', lotId, words), PHOTO_WIDTH, MOST_PHOTOS)
  return {
    zpid: String(card.zpid ?? ''),
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
    [`is${words.Portal}Owned`]: false,
    brokerName: building.managedBy ?? '',
    flexFieldText: `${card.matchingHomeCount ?? 0} available`,
    contentType: 'homeInsight',
    has3DModel: false,
    hasVideo: false,
    units: (card.unitsGroup ?? []).map(({ bedrooms, minPrice, isRoomForRent }) => ({
      price: fromPrice(minPrice),
      beds: String(bedrooms),
      roomForRent: isRoomForRent,
    })),
    minBaseRent: card.minPrice ?? 0,
    maxBaseRent: card.maxPrice ?? 0,
    availabilityCount: card.matchingHomeCount ?? 0,
  }
}

/** `$1,200+` */
function fromPrice(price: number | undefined): string {
  return price === undefined ? '' : `$${grouped(price)}+`
}

/** Clients put a `photoKey` in its place in `baseUrl`; ours are whole URLs. */
function pictures(urls: readonly string[], words: Words) {
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

/** What the card recommends, else how long it has been there, or when it was sold. */
function flexField(card: Card, { listing }: Home, days: number, { Portal }: Words) {
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

/** `House for sale`; what sets a listing apart goes before its type. */
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

function homeInfo(home: Home, price: number, point: Home['point'], { words, nowMs }: Surroundings, days: number) {
  const { facts, estimate } = home
  const { lotAreaValue, lotAreaUnits } = lotArea(facts.lotSizeSquareFeet)
  const assessed = home.taxes.findLast((tax) => tax.assessedValue !== undefined)?.assessedValue
  return {
    zpid: home.zpid,
    ...shownAddress(home),
    ...point,
    price,
    bathrooms: facts.bathrooms ?? 0,
    bedrooms: facts.bedroomsTotal ?? 0,
    livingArea: facts.livingArea ?? 0,
    homeType: home.homeType,
    homeStatus: marketState(home, nowMs),
    [`daysOn${words.Portal}`]: days,
    ...(estimate?.value !== undefined && { zestimate: estimate.value }),
    ...(estimate?.rent !== undefined && { rentZestimate: estimate.rent }),
    ...(assessed !== undefined && { taxAssessedValue: assessed }),
    ...(lotAreaValue !== null && { lotAreaValue, lotAreaUnit: lotAreaUnits === 'Acres' ? 'acres' : 'sqft' }),
  }
}
