import { flag, objectFrom, oneOf, text } from '../../kit/answers/index.ts'
import { HOME_TYPES, type HomeType, type Listing, type ListingCondition } from '../../model/home.ts'
import type { HomeBrief } from '../../model/home-brief.ts'
import { type MarketState, marketState, openHousesToCome } from '../../model/market-state.ts'

/** Home types and market states, in the spelling of answers. */
export const HOME_TYPE = oneOf(HOME_TYPES)
export const HOME_STATUS = oneOf(
  ['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER'],
  'Market state of the home today.',
)

/** Returns each kind of listing as true or false. All are false for a home off the market. */
export function listingFlags(home: HomeBrief, nowMs: number) {
  const listing = isOnMarket(home.listing) ? home.listing : undefined
  const forSale = listing?.kind === 'sale'
  return {
    FSBA: forSale && listing.listedBy === 'agent',
    FSBO: forSale && listing.listedBy === 'owner',
    pending: listing?.status === 'Pending',
    newHome: listing?.newConstruction === true,
    foreclosure: hasCondition(listing, 'Foreclosure'),
    bankOwned: hasCondition(listing, 'Foreclosed'),
    forAuction: hasCondition(listing, 'Auction'),
    openHouse: openHousesToCome(listing, nowMs).length > 0,
    comingSoon: listing?.status === 'ComingSoon',
  }
}

export type ListingFlags = ReturnType<typeof listingFlags>

const ON_MARKET: ReadonlySet<string> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

export function isOnMarket(listing: Listing | undefined): boolean {
  return listing !== undefined && ON_MARKET.has(listing.status)
}

export function hasCondition(listing: Listing | undefined, condition: ListingCondition): boolean {
  return listing?.conditions?.includes(condition) ?? false
}

/** `listing_sub_type` in rows of homes. */
export const ROW_SUB_TYPE = objectFrom<ListingFlags>()({
  is_newHome: [flag(), ({ newHome }) => newHome],
  is_FSBO: [flag(), ({ FSBO }) => FSBO],
  is_FSBA: [flag(), ({ FSBA }) => FSBA],
  is_foreclosure: [flag(), ({ foreclosure }) => foreclosure],
  is_bankOwned: [flag(), ({ bankOwned }) => bankOwned],
  is_forAuction: [flag(), ({ forAuction }) => forAuction],
  is_comingSoon: [flag(), ({ comingSoon }) => comingSoon],
})

/** `listingSubType` in documents of homes. */
export const LISTING_SUB_TYPE = objectFrom<ListingFlags>()(
  {
    isFSBA: [flag(), ({ FSBA }) => FSBA],
    isFSBO: [flag(), ({ FSBO }) => FSBO],
    isPending: [flag(), ({ pending }) => pending],
    isNewHome: [flag(), ({ newHome }) => newHome],
    isForeclosure: [flag(), ({ foreclosure }) => foreclosure],
    isBankOwned: [flag(), ({ bankOwned }) => bankOwned],
    isForAuction: [flag(), ({ forAuction }) => forAuction],
    isOpenHouse: [flag(), ({ openHouse }) => openHouse],
    isComingSoon: [flag(), ({ comingSoon }) => comingSoon],
  },
  'The kinds of the listing; all false for a home that is not on the market.',
)

const STATE_DIMENSIONS: Readonly<Record<MarketState, string>> = {
  FOR_SALE: 'ForSale',
  FOR_RENT: 'ForRent',
  SOLD: 'Sold',
  RECENTLY_SOLD: 'RecentlySold',
  PENDING: 'Pending',
  COMING_SOON: 'ComingSoon',
  OTHER: 'OffMarket',
}

/**
 * The names of home types: in labels, in search results, among the facts of listing services, and in rows of result
 * pages.
 */
export const HOME_TYPE_NAMES = {
  SINGLE_FAMILY: { label: 'Single Family', card: 'singleFamily', fact: 'SingleFamily', row: 'House' },
  TOWNHOUSE: { label: 'Townhouse', card: 'townhome', fact: 'Townhouse', row: 'Townhouse' },
  CONDO: { label: 'Condo', card: 'condo', fact: 'Condo', row: 'Condo' },
  MULTI_FAMILY: { label: 'Multi Family', card: 'multiFamily', fact: 'MultiFamily', row: 'Multi-family home' },
  APARTMENT: { label: 'Apartment', card: 'apartment', fact: 'Apartment', row: 'Apartment' },
  LOT: { label: 'Lots/Land', card: 'land', fact: 'Lot', row: 'Lot / Land' },
  MANUFACTURED: { label: 'Manufactured', card: 'manufactured', fact: 'Manufactured', row: 'Manufactured home' },
} as const satisfies Readonly<Record<HomeType, object>>

export interface HomeToday {
  readonly home: HomeBrief
  readonly nowMs: number
}

/** Three labels with which web pages and advertisements classify a home. */
export const DIMENSIONS = objectFrom<HomeToday>()({
  hdpTypeDimension: [
    text('Market state, such as `ForSale`.'),
    ({ home, nowMs }) => STATE_DIMENSIONS[marketState(home, nowMs)],
  ],
  propertyTypeDimension: [text('Display name of the home’s type.'), ({ home }) => HOME_TYPE_NAMES[home.homeType].label],
  listingTypeDimension: [
    text('Kind of listing, such as `For Sale by Agent`.'),
    ({ home }) => listingDimension(home.listing),
  ],
})

function listingDimension(listing: Listing | undefined): string {
  if (!listing || !isOnMarket(listing)) return 'Not Listed'
  const market = listing.kind === 'sale' ? 'For Sale' : 'For Rent'
  return `${market} by ${listing.listedBy === 'owner' ? 'Owner' : 'Agent'}`
}

export function newConstructionType({ listing }: HomeBrief): string | null {
  return listing?.newConstruction ? 'NEW_CONSTRUCTION' : null
}
