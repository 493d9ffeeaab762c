import { always, each, type FieldsOf, large, nullable, text } from '../../answers/index.ts'
import { derivedNumber, listingServiceId } from '../../model/identity.ts'
import { homePath } from '../portal-urls.ts'
import { disclosedParcel } from '../shown-address.ts'
import type { Gathered } from './gathered.ts'

export const IDENTITY = {
  zpid: large('Id of the home.'),
  parcelId: nullable(text(), 'The county assessor’s parcel number; null where the address may not be shown.'),
  ...each(nullable(text(), 'Listing number at its multiple listing service.'), 'mlsid', 'providerListingID'),
  ...each(nullable(text(), 'Id internal to one vendor.'), 'listingFeedID', 'ouid', 'palsId'),
  ssid: nullable(large(), 'Number of the multiple listing service; null if none lists the home.'),
  buildingId: nullable(large(), 'Null if the home is not a unit of a building.'),
  hdpUrl: text('Path of the home’s page.'),
  country: always('USA'),
  currency: always('USD'),
  timeZone: text('IANA name; empty if unknown.'),
}

/** What identifies a home. */
export function identity({ home, place }: Gathered): FieldsOf<typeof IDENTITY> {
  return {
    zpid: home.zpid,
    parcelId: disclosedParcel(home) ?? null,
    mlsid: home.listing?.mlsId ?? null,
    providerListingID: home.listing?.mlsId ?? null,
    listingFeedID: null,
    ssid: home.listing?.mlsName === undefined ? null : listingServiceId(home.listing.mlsName),
    ouid: null,
    palsId: null,
    buildingId: home.lotId === undefined ? null : derivedNumber('building', home.lotId),
    hdpUrl: homePath(home),
    country: 'USA',
    currency: 'USD',
    timeZone: place.timeZone,
  }
}
