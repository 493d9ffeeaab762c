import { each, type FieldsOf, flag, large, nullable, text } from '../../answers/index.ts'
import { POINT_FIELDS } from '../place.ts'
import { parentRegion, REGION_NAME, regionId } from '../regions.ts'
import { ADDRESS_FIELDS, DETAILED_ADDRESS, districts, shownAddress } from '../shown-address.ts'
import type { Gathered } from './gathered.ts'

export const WHERE = {
  address: DETAILED_ADDRESS,
  ...ADDRESS_FIELDS,
  abbreviatedAddress: text(),
  county: text('The full name, such as `Travis County`; empty if unknown.'),
  countyFIPS: text('Five digits; empty if unknown.'),
  ...each(large('Id of the region; 0 if unknown.'), 'cityId', 'stateId', 'countyId', 'zipcodeId'),
  neighborhoodId: nullable(large()),
  parentRegion: nullable(REGION_NAME, 'What people would call the area: the neighbourhood, or else the city.'),
  neighborhoodRegion: nullable(REGION_NAME),
  isUndisclosedAddress: flag('The source forbids showing the address.'),
  hasApproximateZip: flag('The source has no ZIP: the one shown was taken from the coordinates or the city.'),
  hasBadGeocode: flag('latitude and longitude are the middle of a region, not the home’s location.'),
  ...POINT_FIELDS,
}

/** The home's location. */
export function address({ home, place }: Gathered): FieldsOf<typeof WHERE> {
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
    hasApproximateZip: home.address.zipcodeFrom !== undefined,
    hasBadGeocode: place.coarse,
    latitude: place.point.latitude,
    longitude: place.point.longitude,
  }
}
