import { component, fixed, large, number, objectFrom, oneOf, optional, text } from '../../../kit/answers/index.ts'
import type { Region } from '../../../model/region.ts'
import { regionLabel } from '../../../places/regions/region-label.ts'

const META_DATA = objectFrom<Region>()({
  regionId: [large(), ({ regionId }) => regionId],
  regionType: [oneOf(['country', 'state', 'metro', 'county', 'city', 'neighborhood', 'zipcode']), ({ type }) => type],
  city: [
    text('Empty unless the region is a city or part of one.'),
    ({ type, name, city }) => (type === 'city' ? name : (city ?? '')),
  ],
  state: [text('Two letters; empty for the country.'), ({ state }) => state],
  country: fixed('USA'),
  zipCode: [optional(text('Of a ZIP code.')), ({ type, name }) => (type === 'zipcode' ? name : undefined)],
  lat: [number('Degrees.'), ({ point }) => point.latitude],
  lng: [number('Degrees.'), ({ point }) => point.longitude],
})

/** A region as a suggestion. */
export const REGION_SUGGESTION = component(
  'RegionSuggestion',
  objectFrom<Region>()({
    display: [text('The name, as searches understand it.'), regionLabel],
    resultType: fixed('Region'),
    metaData: [META_DATA, (region) => META_DATA.of(region)],
  }),
)
