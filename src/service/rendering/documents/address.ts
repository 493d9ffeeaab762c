import { flag, large, maybeMade, nullable, objectFrom, text } from '../../../kit/answers/index.ts'
import { regionId } from '../../../places/regions/near-regions.ts'
import { POINT } from '../place.ts'
import { areaName, REGION_NAME } from '../regions.ts'
import { ADDRESS, DETAILED_ADDRESS, shownStreet } from '../shown-address.ts'
import { type Gathered, homeOf } from './gathered.ts'

const REGION_ID = large('Id of the region; 0 if unknown.')

/** The home's location. */
export const WHERE = objectFrom<Gathered>()({
  address: [DETAILED_ADDRESS, ({ home }) => DETAILED_ADDRESS.of(home)],
  ...ADDRESS.within(homeOf),
  abbreviatedAddress: [text(), ({ home }) => shownStreet(home)],
  county: [text('The full name, such as `Travis County`; empty if unknown.'), ({ place }) => place.county],
  countyFIPS: [text('Five digits; empty if unknown.'), ({ place }) => place.countyFips],
  cityId: [REGION_ID, (gathered) => regionId('city', knownAddress(gathered))],
  stateId: [REGION_ID, (gathered) => regionId('state', knownAddress(gathered))],
  countyId: [REGION_ID, (gathered) => regionId('county', knownAddress(gathered))],
  zipcodeId: [REGION_ID, (gathered) => regionId('zipcode', knownAddress(gathered))],
  neighborhoodId: [
    nullable(large()),
    (gathered) => (gathered.home.address.neighborhood ? regionId('neighborhood', knownAddress(gathered)) : null),
  ],
  parentRegion: maybeMade(
    nullable(REGION_NAME, 'What people would call the area: the neighborhood, or else the city.'),
    REGION_NAME,
    ({ home }) => areaName(home),
  ),
  neighborhoodRegion: maybeMade(
    nullable(REGION_NAME),
    REGION_NAME,
    ({ home: { address } }) => address.neighborhood || undefined,
  ),
  isUndisclosedAddress: [
    flag('Whether the source forbids showing the address.'),
    ({ home }) => home.address.undisclosed === true,
  ],
  hasApproximateZip: [
    flag('Whether the ZIP was taken from the coordinates or the city, because the source has none.'),
    ({ home }) => home.address.zipcodeFrom !== undefined,
  ],
  hasBadGeocode: [
    flag('Whether latitude and longitude are the middle of a region instead of the home’s location.'),
    ({ place }) => place.coarse,
  ],
  ...POINT.within(({ place }: Gathered) => place.point),
})

/** Returns the address. The county may be known only from the ZIP code. */
function knownAddress({ home: { address }, place: { countyFips } }: Gathered) {
  return countyFips === '' ? address : { ...address, countyFips }
}
