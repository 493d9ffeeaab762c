import type { Catalog } from '../../catalog/catalog.ts'
import type { Home, ListingStatus } from '../../model/home.ts'
import { currentPrice, marketState } from '../../model/market-state.ts'
import { peopleOf } from '../people.ts'
import { shownPoint } from '../place.ts'
import { homeUrl } from '../portal-urls.ts'
import { headPhotoUrl, homePhotos } from '../render-photos.ts'
import { cityLine, shownAddress } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

/** A home on the market in an agent's list. */
export async function agentListing(home: Home, { words, nowMs, regions }: Surroundings, catalog: Catalog) {
  const { facts, listing } = home
  const shown = shownAddress(home)
  const { point, known } = shownPoint(home, regions)
  const { listOffice } = await peopleOf(home, catalog)
  const openHouses = listing?.openHouses?.filter(({ endMs }) => endMs >= nowMs) ?? []
  return {
    zpid: home.zpid,
    home_type: home.homeType,
    address: {
      line1: shown.streetAddress,
      line2: cityLine(shown),
      city: shown.city,
      stateOrProvince: shown.state,
      postalCode: shown.zipcode,
    },
    bedrooms: facts.bedroomsTotal ?? 0,
    bathrooms: facts.bathrooms ?? 0,
    price: currentPrice(home) ?? 0,
    price_currency: 'usd',
    status: marketState(home, nowMs),
    latitude: known ? point.latitude : null,
    longitude: known ? point.longitude : null,
    primary_photo_url: headPhotoUrl(homePhotos(home, words), 768, words),
    openHouses: openHouses.map(({ startMs, endMs }) => `${instant(startMs)}/${instant(endMs)}`).join(', '),
    hasOpenHouse: openHouses.length > 0,
    brokerage_name: listOffice?.name ?? '',
    home_marketing_status: MARKETING[listing?.status ?? 'Active'],
    home_marketing_type: listing?.kind === 'lease' ? 'forRent' : 'forSale',
    has_vr_model: listing?.has3DTour === true,
    listing_url: homeUrl(home, words),
  }
}

const MARKETING: Readonly<Record<ListingStatus, string>> = {
  Active: 'active',
  ActiveUnderContract: 'active',
  ComingSoon: 'comingSoon',
  Pending: 'pending',
  Closed: 'closed',
  Canceled: 'canceled',
  Expired: 'expired',
  Withdrawn: 'withdrawn',
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
