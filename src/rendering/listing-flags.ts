import { type AnswerOf, each, type FieldsOf, flag, object, oneOf, text } from '../answers/index.ts'
import type { HomeType, Listing, ListingCondition } from '../model/home.ts'
import type { HomeBrief } from '../model/home-brief.ts'
import { type MarketState, marketState, openHousesToCome } from '../model/market-state.ts'

/** Home types and market states, as answers spell them. */
export const HOME_TYPE = oneOf([
  'SINGLE_FAMILY',
  'TOWNHOUSE',
  'CONDO',
  'MULTI_FAMILY',
  'APARTMENT',
  'LOT',
  'MANUFACTURED',
])

export const HOME_STATUS = oneOf(
  ['FOR_SALE', 'FOR_RENT', 'SOLD', 'RECENTLY_SOLD', 'PENDING', 'COMING_SOON', 'OTHER'],
  'Market state of the home today.',
)

/** The kinds of a listing; all false for a home that is not on the market. */
export interface ListingFlags {
  readonly FSBA: boolean
  readonly FSBO: boolean
  readonly pending: boolean
  readonly newHome: boolean
  readonly foreclosure: boolean
  readonly bankOwned: boolean
  readonly forAuction: boolean
  readonly openHouse: boolean
  readonly comingSoon: boolean
}

export function listingFlags(home: HomeBrief, nowMs: number): ListingFlags {
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

const ON_MARKET: ReadonlySet<string> = new Set(['Active', 'ActiveUnderContract', 'ComingSoon', 'Pending'])

export function isOnMarket(listing: Listing | undefined): boolean {
  return listing !== undefined && ON_MARKET.has(listing.status)
}

export function hasCondition(listing: Listing | undefined, condition: ListingCondition): boolean {
  return listing?.conditions?.includes(condition) ?? false
}

/** `listing_sub_type` of rows. */
export const ROW_SUB_TYPE = object(
  each(flag(), 'is_newHome', 'is_FSBO', 'is_FSBA', 'is_foreclosure', 'is_bankOwned', 'is_forAuction', 'is_comingSoon'),
)

export function rowSubType(flags: ListingFlags): AnswerOf<typeof ROW_SUB_TYPE> {
  return {
    is_newHome: flags.newHome,
    is_FSBO: flags.FSBO,
    is_FSBA: flags.FSBA,
    is_foreclosure: flags.foreclosure,
    is_bankOwned: flags.bankOwned,
    is_forAuction: flags.forAuction,
    is_comingSoon: flags.comingSoon,
  }
}

const STATE_DIMENSIONS: Readonly<Record<MarketState, string>> = {
  FOR_SALE: 'ForSale',
  FOR_RENT: 'ForRent',
  SOLD: 'Sold',
  RECENTLY_SOLD: 'RecentlySold',
  PENDING: 'Pending',
  COMING_SOON: 'ComingSoon',
  OTHER: 'OffMarket',
}

/** Display names of home types. */
export const HOME_TYPE_WORDS: Readonly<Record<HomeType, string>> = {
  SINGLE_FAMILY: 'Single Family',
  TOWNHOUSE: 'Townhouse',
  CONDO: 'Condo',
  MULTI_FAMILY: 'Multi Family',
  APARTMENT: 'Apartment',
  LOT: 'Lots/Land',
  MANUFACTURED: 'Manufactured',
}

/** Three labels by which pages and advertisements classify a home. */
export const DIMENSIONS = {
  hdpTypeDimension: text('Market state, such as `ForSale`.'),
  propertyTypeDimension: text('Display name of the home’s type.'),
  listingTypeDimension: text('Kind of listing, such as `For Sale by Agent`.'),
}

export function dimensions(home: HomeBrief, nowMs: number): FieldsOf<typeof DIMENSIONS> {
  return {
    hdpTypeDimension: STATE_DIMENSIONS[marketState(home, nowMs)],
    propertyTypeDimension: HOME_TYPE_WORDS[home.homeType],
    listingTypeDimension: listingDimension(home.listing),
  }
}

function listingDimension(listing: Listing | undefined): string {
  if (!listing || !isOnMarket(listing)) return 'Not Listed'
  const market = listing.kind === 'sale' ? 'For Sale' : 'For Rent'
  return `${market} by ${listing.listedBy === 'owner' ? 'Owner' : 'Agent'}`
}

/** `newConstructionType` */
export function newConstructionType({ listing }: HomeBrief): string | null {
  return listing?.newConstruction ? 'NEW_CONSTRUCTION' : null
}
