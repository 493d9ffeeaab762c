import { answer } from '../../kit/answers/answer-head.ts'
import { component, text as textValue } from '../../kit/answers/index.ts'
import {
  beyond,
  defaulted,
  flag,
  oneOf,
  optional,
  quote,
  type Rule,
  required,
  unlogged,
} from '../../kit/params/index.ts'
import { sourcesOf } from '../../worth/market/figure.ts'
import { cachedFigures } from '../../worth/market/figure-cache.ts'
import { BEDROOM_KINDS, type BedroomKind, RENT_KINDS, type RentKind } from '../../worth/market/home-kinds.ts'
import { rentTrends, TRENDS, trendsWithoutNull } from '../../worth/market/rent-trends.ts'
import { settingOf } from '../../worth/market/setting.ts'
import { operation } from './operation.ts'
import { placeText, REGION_FAILURES, RESOLVED_PLACE, resolveRegion } from './resolve-region.ts'

const BEDROOM_NAMES = Object.keys(BEDROOM_KINDS) as BedroomKind[]
const bedroomKind = oneOf(BEDROOM_NAMES, {
  also: {
    '1_Bedroom': ['1', 'One'],
    '2_Bedroom': ['2', 'Two'],
    '3_Bedroom': ['3', 'Three'],
    '4_Bedroom_Plus': ['4+', '4_Plus', 'Four_Plus'],
  },
})

const PARAMETERS = {
  search_query: unlogged(
    required(placeText, 'City or ZIP code, neighborhood, county, metro or state; USA for the whole country.'),
  ),
  bedrooom_type: optional(bedroomKind, 'Number of bedrooms; All_Bedrooms by default.'),
  bedroom_type: beyond(optional(bedroomKind, 'The same as bedrooom_type.')),
  zipcode_rents: beyond(optional(flag, 'If true, each ZIP code in the city has its rents.')),
  home_type: defaulted(
    oneOf(Object.keys(RENT_KINDS) as RentKind[], {
      also: {
        Houses: ['House', 'Single_Family'],
        Apartments_and_Condos: ['Apartment', 'Apartments', 'Condo', 'Condos'],
        Townhomes: ['Townhome', 'Townhouse', 'Townhouses'],
      },
    }),
    'All_Property_Types',
    'Type of home.',
  ),
}

const ONE_BEDROOM_TYPE: Rule<typeof PARAMETERS> = {
  doc: 'bedrooom_type and bedroom_type must not contradict each other.',
  leavesOut: ['bedroom_type'],
  check: ({ bedrooom_type, bedroom_type }) =>
    bedroom_type === undefined || bedrooom_type === undefined || bedroom_type === bedrooom_type
      ? undefined
      : {
          parameter: 'bedroom_type',
          code: 'param.inapplicable',
          detail: `bedroom_type ${quote(bedroom_type)} and bedrooom_type ${quote(bedrooom_type)} differ: send one of them, or the same value.`,
          given: bedroom_type,
        },
}

export const rentalMarket = operation({
  path: '/rental_market',
  group: 'Market analytics',
  summary: 'Rents in a place, how they have changed, and how they compare.',
  parameters: PARAMETERS,
  rules: [ONE_BEDROOM_TYPE],
  failures: REGION_FAILURES,
  answer: component(
    'RentalMarket',
    answer({ search_query: textValue(), location: RESOLVED_PLACE, rental_market_trends: TRENDS }),
  ),
  run: async ({ search_query, bedrooom_type, bedroom_type, zipcode_rents, home_type: kind }, context, _, handling) => {
    const setting = settingOf(context)
    const { region, location } = await resolveRegion(search_query, setting.catalog, { rental_market_trends: {} })
    const choice = { kind, bedrooms: bedrooom_type ?? bedroom_type ?? 'All_Bedrooms' } as const
    const withZips = zipcode_rents === true
    const key = `trends ${region.key} ${choice.kind} ${choice.bedrooms} ${withZips}`
    const trends = await cachedFigures(setting, key, () => rentTrends(region, choice, setting, withZips))
    return {
      message: '200: Success',
      source: sourcesOf(Object.values(trends.figure_sources)) || setting.names.computed,
      search_query,
      location,
      rental_market_trends: handling === 'lenient' ? trendsWithoutNull(trends) : trends,
    }
  },
})
