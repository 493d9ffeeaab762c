import { each, fixed, large, nullable, objectFrom, text } from '../../../kit/answers/index.ts'
import { derivedNumber, listingServiceId } from '../../../model/identity.ts'
import { homePath } from '../portal-urls.ts'
import type { Gathered } from './gathered.ts'

const LISTING_NUMBER = nullable(text(), 'Listing number at its multiple listing service.')
const VENDOR_ID = nullable(text(), 'Id internal to one vendor.')

/** The ids of a home, and the path of its page. */
export const IDENTITY = objectFrom<Gathered>()({
  zpid: [large('Id of the home.'), ({ home }) => home.zpid],
  parcelId: [
    nullable(text(), 'The county assessor’s parcel number; null if the address may not be shown.'),
    ({ home }) => home.parcelNumber,
  ],
  mlsid: [LISTING_NUMBER, ({ home }) => home.listing?.mlsId],
  providerListingID: [LISTING_NUMBER, ({ home }) => home.listing?.mlsId],
  listingFeedID: [VENDOR_ID, () => null],
  ssid: [
    nullable(large(), 'Number of the multiple listing service; null if none lists the home.'),
    ({ home: { listing } }) => (listing?.mlsName === undefined ? null : listingServiceId(listing.mlsName)),
  ],
  ...each([VENDOR_ID, () => null], 'ouid', 'palsId'),
  buildingId: [
    nullable(large(), 'Null if the home is not a unit of a building.'),
    ({ home }) => (home.lotId === undefined ? null : derivedNumber('building', home.lotId)),
  ],
  hdpUrl: [text('Path of the home’s page.'), ({ home }) => homePath(home)],
  country: fixed('USA'),
  currency: fixed('USD'),
  timeZone: [text('IANA name; empty if unknown.'), ({ place }) => place.timeZone],
})
