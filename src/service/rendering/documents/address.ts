import { flag, large, made, maybeMade, nullable, objectFrom, text } from '../../../kit/answers/index.ts'
import { POINT } from '../place.ts'
import { areaName, REGION_NAME } from '../regions.ts'
import { ADDRESS, DETAILED_ADDRESS, shownStreet } from '../shown-address.ts'
import { type Gathered, homeOf } from './gathered.ts'

const REGION_ID = large('Id of the region; 0 if unknown.')

/** The home's location. */
export const WHERE = objectFrom<Gathered>()({
  address: made(DETAILED_ADDRESS, homeOf),
  ...ADDRESS.within(homeOf),
  abbreviatedAddress: [text(), ({ home }) => shownStreet(home)],
  county: [text('The full name, such as `Travis County`; empty if unknown.'), ({ place }) => place.county],
  countyFIPS: [text('Five digits; empty if unknown.'), ({ place }) => place.countyFips],
  cityId: [REGION_ID, ({ regionIds }) => regionIds.city ?? 0],
  stateId: [REGION_ID, ({ regionIds }) => regionIds.state ?? 0],
  countyId: [REGION_ID, ({ regionIds }) => regionIds.county ?? 0],
  zipcodeId: [REGION_ID, ({ regionIds }) => regionIds.zipcode ?? 0],
  neighborhoodId: [
    nullable(large()),
    ({ home, regionIds }) => (home.address.neighborhood ? (regionIds.neighborhood ?? 0) : null),
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
