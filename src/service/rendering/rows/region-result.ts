import {
  type AnswerOf,
  component,
  fixed,
  large,
  number,
  object,
  objectFrom,
  oneOf,
  optional,
  text,
  whole,
} from '../../../kit/answers/index.ts'
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

const TOTALS = object(
  { forSale: whole(), forRent: whole(), sold: whole() },
  'With totals: the numbers of homes that searches by address find in the place, without a filter.',
)
export type RegionTotals = AnswerOf<typeof TOTALS>

interface Suggested extends Region {
  readonly totals?: RegionTotals
}

export const REGION_SUGGESTION = component(
  'RegionSuggestion',
  objectFrom<Suggested>()({
    display: [text('The name, as searches understand it.'), regionLabel],
    resultType: fixed('Region'),
    metaData: [META_DATA, (region) => META_DATA.of(region)],
    totals: [optional(TOTALS), ({ totals }) => totals],
  }),
)
