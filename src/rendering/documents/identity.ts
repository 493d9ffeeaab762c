import { always, each, type FieldsOf, large, nullable, text } from '../../answers/index.ts'
import { derivedNumber, listingServiceId } from '../../model/identity.ts'
import { homePath } from '../portal-urls.ts'
import type { Gathered } from './gathered.ts'

export const IDENTITY = {
  zpid: large('Id of the home.'),
  parcelId: nullable(text(), 'Number of the parcel at the county assessor.'),
  ...each(nullable(text(), 'Number of the listing at its multiple listing service.'), 'mlsid', 'providerListingID'),
  ...each(nullable(text(), 'Id that only one vendor’s systems know.'), 'listingFeedID', 'ouid', 'palsId'),
  ssid: nullable(large(), 'Number of the multiple listing service; null for a home that none lists.'),
  buildingId: nullable(large(), 'Null for a home that is no unit of a building.'),
  hdpUrl: text('Path of the page of the home.'),
  country: always('USA'),
  currency: always('USD'),
  timeZone: text('IANA name; empty where it is not known.'),
}

/** What identifies a home. */
export function identity({ home, place }: Gathered): FieldsOf<typeof IDENTITY> {
  return {
    zpid: home.zpid,
    parcelId: home.parcelNumber ?? null,
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
