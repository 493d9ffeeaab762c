import { number, positive, required } from '../../params/index.ts'
import { areaKind, within } from './area.ts'
import { areaFilters } from './filters/index.ts'

const M_PER_MILE = 1609.344
const MOST_MILES = 500

export const byCoordinates = areaKind({
  path: '/search/bycoordinates',
  summary: 'Homes in a circle.',
  parameters: {
    latitude: required(number(-90, 90, '47.6097'), 'Latitude of the middle, in degrees.'),
    longitude: required(number(-180, 180, '-122.3331'), 'Longitude of the middle, in degrees.'),
    radius: required(
      positive(MOST_MILES, 'miles', '1.5'),
      `Miles, decimals allowed, above 0 up to ${MOST_MILES}; 1 mile = 1.609344 km, over the earth as a ball.`,
    ),
  },
  rules: [],
  filters: areaFilters,
  areaOf: ({ latitude, longitude, radius }) =>
    within('radius', { kind: 'circle', latitude, longitude, radiusM: radius * M_PER_MILE }),
})
