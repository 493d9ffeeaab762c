import { parentRegion, regionId } from '../regions.ts'
import { districts, shownAddress } from '../shown-address.ts'
import type { Gathered } from './gathered.ts'

/** Where the home is. */
export function address({ home, place }: Gathered) {
  const shown = shownAddress(home)
  const { neighborhood, undisclosed } = home.address
  const full = { ...home.address, ...(place.countyFips !== '' && { countyFips: place.countyFips }) }
  return {
    address: { ...shown, ...districts(home.address) },
    ...shown,
    abbreviatedAddress: shown.streetAddress,
    county: place.county,
    countyFIPS: place.countyFips,
    cityId: regionId('city', full),
    stateId: regionId('state', full),
    countyId: regionId('county', full),
    zipcodeId: regionId('zipcode', full),
    neighborhoodId: neighborhood ? regionId('neighborhood', full) : null,
    parentRegion: parentRegion(home),
    neighborhoodRegion: neighborhood ? { name: neighborhood } : null,
    isUndisclosedAddress: undisclosed === true,
    hasBadGeocode: place.coarse,
    latitude: place.point.latitude,
    longitude: place.point.longitude,
  }
}
