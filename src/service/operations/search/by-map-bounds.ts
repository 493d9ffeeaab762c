import { number, required, unlogged } from '../../../kit/params/index.ts'
import { areaKind, within } from './area.ts'
import { areaFilters } from './filters/index.ts'

export const byMapBounds = areaKind({
  path: '/search/bymapbounds',
  summary: 'Homes within map bounds: between two longitudes and two latitudes.',
  parameters: {
    eastLongitude: unlogged(required(number(-180, 180, '-122.2'), 'Eastern edge, in degrees.')),
    northLatitude: unlogged(required(number(-90, 90, '47.7'), 'Northern edge, in degrees.')),
    southLatitude: unlogged(required(number(-90, 90, '47.5'), 'Southern edge, in degrees.')),
    westLongitude: unlogged(
      required(
        number(-180, 180, '-122.4'),
        'Western edge, in degrees. If greater than eastLongitude, the bounds cross the date line.',
      ),
    ),
  },
  rules: [
    {
      doc: 'southLatitude must not exceed northLatitude.',
      check: ({ southLatitude, northLatitude }) =>
        southLatitude <= northLatitude
          ? undefined
          : {
              parameter: 'southLatitude',
              code: 'param.invalid',
              detail: `Cannot use southLatitude "${southLatitude}" with northLatitude "${northLatitude}": southLatitude must not exceed northLatitude.`,
              given: String(southLatitude),
            },
    },
  ],
  filters: areaFilters,
  areaOf: ({ eastLongitude: east, northLatitude: north, southLatitude: south, westLongitude: west }) =>
    within('bounds', { kind: 'box', west, south, east, north }),
})
