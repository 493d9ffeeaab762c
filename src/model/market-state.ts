import { DAY_MS, dayNumber, startOfDay } from '../kit/base/clock.ts'
import { pricePerSquareFoot } from '../kit/base/figures.ts'
import type { Home, Listing, OpenHouse } from './home.ts'
import type { HomeBrief } from './home-brief.ts'

/** The market status of a home, as callers see it. */
export type MarketState = 'FOR_SALE' | 'FOR_RENT' | 'SOLD' | 'RECENTLY_SOLD' | 'PENDING' | 'COMING_SOON' | 'OTHER'

/** A sale counts as recent for this many days, including the day of sale. */
export const RECENTLY_SOLD_DAYS = 365

/** Returns the market status on a day. Homes without a listing on the market or a sale are OTHER. */
export function marketState(home: HomeBrief, nowMs: number): MarketState {
  const listing = home.listing
  if (!listing) return 'OTHER'
  switch (listing.status) {
    case 'Active':
    case 'ActiveUnderContract':
      return listing.kind === 'sale' ? 'FOR_SALE' : 'FOR_RENT'
    case 'ComingSoon':
      return 'COMING_SOON'
    case 'Pending':
      return 'PENDING'
    case 'Closed':
      return listing.kind === 'sale' ? soldState(listing.closeDate, nowMs) : 'OTHER'
    case 'Canceled':
    case 'Expired':
    case 'Withdrawn':
      return 'OTHER'
  }
}

function soldState(closeDate: string | undefined, nowMs: number): MarketState {
  const closeMs = closeDate === undefined ? Number.NaN : startOfDay(closeDate)
  return dayNumber(nowMs) - closeMs / DAY_MS < RECENTLY_SOLD_DAYS ? 'RECENTLY_SOLD' : 'SOLD'
}

/**
 * Returns open houses that are not over. They stay until the end of the day in UTC, because answers show only the day.
 */
export function openHousesToCome(listing: Listing | undefined, nowMs: number): readonly OpenHouse[] {
  const today = dayNumber(nowMs)
  return listing?.openHouses?.filter(({ endMs }) => dayNumber(endMs) >= today) ?? []
}

/**
 * Returns the asking price of a home on the market, or the sale price of a sold home. Null if unknown, and for all
 * other homes.
 */
export function currentPrice({ listing }: HomeBrief): number | null {
  switch (listing?.status) {
    case 'Active':
    case 'ActiveUnderContract':
    case 'ComingSoon':
    case 'Pending':
      return listing.listPrice ?? null
    case 'Closed':
      return (listing.kind === 'sale' ? listing.closePrice : undefined) ?? null
    default:
      return null
  }
}

/** For homes for sale or sold. Null for rentals, and if price or area is unknown. */
export function currentPricePerSquareFoot(home: HomeBrief): number | null {
  return home.listing?.kind === 'lease' ? null : pricePerSquareFoot(currentPrice(home), home.facts.livingArea)
}

export interface Sale {
  readonly date: string
  readonly price: number
}

/** Returns the last sale with a price. */
export function lastSale(home: Home): Sale | undefined {
  const sale = home.history.findLast(
    (event) => event.event === 'Sold' && event.rental !== true && event.price !== undefined,
  )
  return sale?.price === undefined ? undefined : { date: sale.date, price: sale.price }
}
