import type { Condition, QueryNode } from '../../catalog/query.ts'
import { number, polygon, positive, required } from '../../params/index.ts'
import { areaKind } from './area.ts'
import { areaFilters } from './filters/index.ts'

const M_PER_MILE = 1609.344
const MOST_MILES = 500

export const byPolygon = areaKind({
  path: '/search/bypolygon',
  summary: 'Homes in a polygon.',
  parameters: {
    polygon: required(
      polygon,
      'Corners as "latitude longitude", separated by commas: 3 to 1000, open or closed, in either direction. Points on the edge are inside; where it crosses itself, the even-odd rule holds.',
    ),
  },
  rules: [],
  filters: areaFilters,
  areaOf: ({ polygon: points }) => within('polygon', { kind: 'polygon', points }),
})

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

export const byMapBounds = areaKind({
  path: '/search/bymapbounds',
  summary: 'Homes on a map: between two longitudes and two latitudes.',
  parameters: {
    eastLongitude: required(number(-180, 180, '-122.2'), 'Eastern edge, in degrees.'),
    northLatitude: required(number(-90, 90, '47.7'), 'Northern edge, in degrees.'),
    southLatitude: required(number(-90, 90, '47.5'), 'Southern edge, in degrees.'),
    westLongitude: required(
      number(-180, 180, '-122.4'),
      'Western edge, in degrees. One east of eastLongitude reaches over the date line.',
    ),
  },
  rules: [
    {
      doc: 'southLatitude is at most northLatitude.',
      check: ({ southLatitude, northLatitude }) =>
        southLatitude <= northLatitude
          ? undefined
          : {
              parameter: 'southLatitude',
              code: 'param.invalid',
              detail: `Cannot use southLatitude "${southLatitude}" with northLatitude "${northLatitude}": southLatitude is at most northLatitude.`,
              given: String(southLatitude),
            },
    },
  ],
  filters: areaFilters,
  areaOf: ({ eastLongitude: east, northLatitude: north, southLatitude: south, westLongitude: west }) =>
    within('bounds', { kind: 'box', west, south, east, north }),
})

function within(parameter: string, node: QueryNode): { readonly conditions: readonly Condition[] } {
  return { conditions: [{ parameter, node }] }
}
