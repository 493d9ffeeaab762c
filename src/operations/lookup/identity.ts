import { derivedNumber } from '../../model/identity.ts'
import { homePath } from '../portal-urls.ts'
import type { Gathered } from './gathered.ts'

/** What identifies a home. Ids that only one vendor's systems know are null. */
export function identity({ home, place }: Gathered) {
  return {
    zpid: home.zpid,
    parcelId: home.parcelNumber ?? null,
    mlsid: home.listing?.mlsId ?? null,
    providerListingID: home.listing?.mlsId ?? null,
    listingFeedID: null,
    ssid: null,
    ouid: null,
    palsId: null,
    buildingId: home.lotId === undefined ? null : derivedNumber('building', home.lotId),
    hdpUrl: homePath(home),
    country: 'USA',
    currency: 'USD',
    timeZone: place.timeZone,
  }
}
