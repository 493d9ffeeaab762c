import {
  type AnswerOf,
  always,
  component,
  each,
  flag,
  large,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../../answers/index.ts'
import type { RecordLookup } from '../../catalog/record-lookup.ts'
import type { Home, Listing } from '../../model/home.ts'
import { currentPrice, marketState, openHousesToCome } from '../../model/market-state.ts'
import { texts } from '../answer-head.ts'
import { HOME_STATUS, HOME_TYPE } from '../listing-flags.ts'
import { listersOf } from '../people.ts'
import { drawnPhotosUrl, firstPhotoUrl } from '../photos.ts'
import { shownPoint } from '../place.ts'
import { homeUrl } from '../portal-urls.ts'
import { cityLine, shownAddress } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

export const AGENT_LISTING = component(
  'AgentListing',
  object({
    zpid: large('Id of the home.'),
    home_type: HOME_TYPE,
    address: object(texts('line1', 'line2', 'city', 'stateOrProvince', 'postalCode')),
    bedrooms: number('0 if unknown.'),
    bathrooms: number('0 if unknown.'),
    price: number('Dollars, per month for rentals; 0 if unknown.'),
    price_currency: always('usd'),
    status: HOME_STATUS,
    ...each(nullable(number(), 'Degrees.'), 'latitude', 'longitude'),
    primary_photo_url: text(),
    openHouses: text('`start/end` of each, separated by commas.'),
    hasOpenHouse: flag(),
    brokerage_name: text(),
    home_marketing_status: oneOf(['active', 'comingSoon', 'pending']),
    home_marketing_type: oneOf(['forSale', 'forRent']),
    has_vr_model: flag(),
    listing_url: text(),
  }),
)
type AgentListing = AnswerOf<typeof AGENT_LISTING>

/** A home on the market in an agent's list. */
export async function agentListing(
  home: Home,
  { words, nowMs, regions }: Surroundings,
  records: RecordLookup,
): Promise<AgentListing> {
  const { facts, listing } = home
  const shown = shownAddress(home)
  const { point, known } = shownPoint(home, regions)
  const { listOffice } = await listersOf(home, records)
  const openHouses = openHousesToCome(listing, nowMs)
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
    primary_photo_url: firstPhotoUrl(listing ?? {}, drawnPhotosUrl('home', home.zpid, words), 768, words),
    openHouses: openHouses.map(({ startMs, endMs }) => `${instant(startMs)}/${instant(endMs)}`).join(', '),
    hasOpenHouse: openHouses.length > 0,
    brokerage_name: listOffice?.name ?? '',
    home_marketing_status: marketing(listing),
    home_marketing_type: listing?.kind === 'lease' ? 'forRent' : 'forSale',
    has_vr_model: listing?.has3DTour === true,
    listing_url: homeUrl(home, words),
  }
}

/** An agent's list has only homes on the market. */
function marketing(listing: Listing | undefined): AgentListing['home_marketing_status'] {
  if (listing?.status === 'ComingSoon') return 'comingSoon'
  return listing?.status === 'Pending' ? 'pending' : 'active'
}

function instant(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
