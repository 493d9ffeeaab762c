import {
  type AnswerOf,
  always,
  component,
  each,
  large,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../answers/index.ts'
import type { Region } from '../../model/region.ts'
import { regionLabel } from '../../regions/region-label.ts'

export const REGION_SUGGESTION = component(
  'RegionSuggestion',
  object({
    display: text('The name, as searches understand it.'),
    resultType: always('Region'),
    metaData: object({
      regionId: large(),
      regionType: oneOf(['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode']),
      city: text('Empty unless the region is a city or part of one.'),
      state: text('Two letters; empty for the country.'),
      country: always('USA'),
      zipCode: optional(text('Of a ZIP code.')),
      ...each(number('Degrees.'), 'lat', 'lng'),
    }),
  }),
)

/** A region as a suggestion. */
export function regionResult(region: Region): AnswerOf<typeof REGION_SUGGESTION> {
  const { type, name, state, city, point } = region
  return {
    display: regionLabel(region),
    resultType: 'Region',
    metaData: {
      regionId: region.regionId,
      regionType: type,
      city: type === 'city' ? name : (city ?? ''),
      state,
      country: 'USA',
      ...(type === 'zipcode' && { zipCode: name }),
      lat: point.latitude,
      lng: point.longitude,
    },
  }
}
