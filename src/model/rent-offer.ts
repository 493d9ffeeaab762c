import { dayNumber } from '../kit/base/clock.ts'
import type { Home } from './home.ts'
import { dayNumberOf } from './home-columns.ts'

interface RentOffer {
  /** Day number; undefined = unknown. */
  readonly listed: number | undefined
  /** Last asking rent, in dollars per month. */
  readonly rent: number
  /** Whether the home is available now. */
  readonly available: boolean
}

/**
 * Returns the rental offers in the history and the listing, oldest first. Excludes single rooms: their rents are not
 * comparable.
 */
export function rentOffers({ history, listing }: Home): readonly RentOffer[] {
  if (listing?.lease?.space === 'room') return []
  const offers: { listed: number | undefined; rent: number; available: boolean }[] = []
  for (const entry of history) {
    if (entry.rental !== true || entry.price === undefined) continue // most events are sales
    const { event, date, price } = entry
    const last = offers.at(-1)
    if (event === 'Listed for rent') offers.push({ listed: dayNumberOf(date), rent: price, available: false })
    else if (event === 'Price change' && last) last.rent = price
  }
  if (listing?.kind !== 'lease' || listing.listPrice === undefined) return offers
  const listed = listing.onMarketMs === undefined ? undefined : dayNumber(listing.onMarketMs)
  const offer = { listed, rent: listing.listPrice, available: listing.status === 'Active' }
  const sameOffer = offers.findIndex((other) => other.listed === listed)
  return sameOffer < 0 ? [...offers, offer] : offers.with(sameOffer, offer)
}
