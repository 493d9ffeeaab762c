import { component, fixed, flag, large, nullable, number, objectFrom, oneOf, text } from '../../../kit/answers/index.ts'
import type { Office } from '../../../model/agent.ts'
import type { Listing, OpenHouse } from '../../../model/home.ts'
import type { HomeBrief } from '../../../model/home-brief.ts'
import { currentPrice, marketState, openHousesToCome } from '../../../model/market-state.ts'
import { BATHROOMS, BEDROOMS, shownBathrooms, shownBedrooms } from '../bedrooms.ts'
import { HOME_STATUS, HOME_TYPE } from '../listing-flags.ts'
import { homePhotoUrl } from '../photos.ts'
import { shownPoint } from '../place.ts'
import { homeUrl } from '../portal-urls.ts'
import { cityLine, shownStreet } from '../shown-address.ts'
import type { Surroundings } from '../surroundings.ts'

const ADDRESS_LINES = objectFrom<HomeBrief>()({
  line1: [text(), shownStreet],
  line2: [text(), ({ address }) => cityLine(address)],
  city: [text(), ({ address }) => address.city],
  stateOrProvince: [text(), ({ address }) => address.state],
  postalCode: [text(), ({ address }) => address.zipcode],
})

interface Listed {
  readonly home: HomeBrief
  readonly listOffice: Office | undefined
  readonly surroundings: Surroundings
}

const DEGREES = nullable(number(), 'Degrees.')

/** A home on the market, in an agent's list. */
export const AGENT_LISTING = component(
  'AgentListing',
  objectFrom<Listed>()({
    zpid: [large('Id of the home.'), ({ home }) => home.zpid],
    home_type: [HOME_TYPE, ({ home }) => home.homeType],
    address: [ADDRESS_LINES, ({ home }) => ADDRESS_LINES.of(home)],
    bedrooms: [BEDROOMS, shownBedrooms],
    bathrooms: [BATHROOMS, shownBathrooms],
    price: [number('Dollars, per month for rentals; 0 if unknown.'), ({ home }) => currentPrice(home) ?? 0],
    price_currency: fixed('usd'),
    status: [HOME_STATUS, ({ home, surroundings }) => marketState(home, surroundings.nowMs)],
    latitude: [DEGREES, (listed) => knownPoint(listed)?.latitude],
    longitude: [DEGREES, (listed) => knownPoint(listed)?.longitude],
    primary_photo_url: [text(), ({ home, surroundings }) => homePhotoUrl(home, 768, surroundings.words)],
    openHouses: [
      text('Open houses as `start/end`, separated by commas.'),
      (listed) => openHousesOf(listed).map(spanText).join(', '),
    ],
    hasOpenHouse: [flag(), (listed) => openHousesOf(listed).length > 0],
    brokerage_name: [text(), ({ listOffice }) => listOffice?.name ?? ''],
    home_marketing_status: [oneOf(['active', 'comingSoon', 'pending']), ({ home }) => marketing(home.listing)],
    home_marketing_type: [
      oneOf(['forSale', 'forRent']),
      ({ home }) => (home.listing?.kind === 'lease' ? 'forRent' : 'forSale'),
    ],
    has_vr_model: [flag(), ({ home }) => home.listing?.has3DTour === true],
    listing_url: [text(), ({ home, surroundings }) => homeUrl(home, surroundings.words)],
  }),
)

function knownPoint({ home, surroundings: { regions } }: Listed) {
  const { point, isKnown } = shownPoint(home, regions)
  return isKnown ? point : undefined
}

function openHousesOf({ home, surroundings: { nowMs } }: Listed): readonly OpenHouse[] {
  return openHousesToCome(home.listing, nowMs)
}

function spanText({ startMs, endMs }: OpenHouse): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`
}

/** Returns the marketing status of a home on the market; an agent's list has no others. */
function marketing(listing: Listing | undefined): 'active' | 'comingSoon' | 'pending' {
  if (listing?.status === 'ComingSoon') return 'comingSoon'
  return listing?.status === 'Pending' ? 'pending' : 'active'
}
