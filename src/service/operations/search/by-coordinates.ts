import { number, positive, required, unlogged } from '../../../kit/params/index.ts'
import { areaKind, within } from './area.ts'
import { areaFilters } from './filters/index.ts'

const M_PER_MILE = 1609.344
const MAX_MILES = 500

export const byCoordinates = areaKind({
  path: '/search/bycoordinates',
  summary: 'Homes in a circle.',
  parameters: {
    latitude: unlogged(required(number(-90, 90, '47.6097'), 'Latitude of the center, in degrees.')),
    longitude: unlogged(required(number(-180, 180, '-122.3331'), 'Longitude of the center, in degrees.')),
    radius: required(
      positive(MAX_MILES, 'miles', '1.5'),
      `Miles, decimals allowed, above 0 up to ${MAX_MILES}. 1 mile is 1.609344 km; distances are along a great circle.`,
    ),
  },
  rules: [],
  filters: areaFilters,
  areaOf: ({ latitude, longitude, radius }) =>
    within('radius', { kind: 'circle', latitude, longitude, radiusM: radius * M_PER_MILE }),
})
