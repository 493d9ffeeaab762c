import { answer, texts } from '../../kit/answers/answer-head.ts'
import { component, day, optional } from '../../kit/answers/index.ts'
import { defaulted, flag, oneOf, required, unlogged } from '../../kit/params/index.ts'
import { sourcesOf, zeroIfUnknown } from '../../worth/market/figure.ts'
import { cachedFigures } from '../../worth/market/figure-cache.ts'
import { RENT_KIND_OF, SALE_KINDS, type SaleKind } from '../../worth/market/home-kinds.ts'
import { HOUSING_FIGURES, housingFigures } from '../../worth/market/housing-figures.ts'
import { neighborhoodValues } from '../../worth/market/neighborhood-values.ts'
import { rentTrends, TRENDS, trendsWithoutNull } from '../../worth/market/rent-trends.ts'
import { settingOf } from '../../worth/market/setting.ts'
import { regionPath } from '../rendering/portal-urls.ts'
import { operation } from './operation.ts'
import { placeText, REGION_FAILURES, RESOLVED_PLACE, resolveRegion } from './resolve-region.ts'

export const housingMarket = operation({
  path: '/housing_market',
  group: 'Market analytics',
  summary: 'Home values, asking prices and sale prices in a place, and how they have changed.',
  parameters: {
    search_query: unlogged(
      required(placeText, 'City, state or ZIP code, neighborhood, county or metro; USA for the whole country.'),
    ),
    home_type: defaulted(
      oneOf(Object.keys(SALE_KINDS) as SaleKind[], {
        also: { Single_Family: ['House', 'Houses'], Condo: ['Condos', 'Condos/Co-ops'] },
      }),
      'All_Homes',
      'Type of home.',
    ),
    exclude_rentalMarketTrends: defaulted(flag, 'true', 'False adds the rental trends of /rental_market.'),
    exclude_neighborhoods_zhvi: defaulted(flag, 'true', 'False adds home values by neighborhood.'),
  },
  failures: REGION_FAILURES,
  answer: component(
    'HousingMarket',
    answer({
      date: day('Date of the newest figure.'),
      ...texts('search_query', 'search_url'),
      location: RESOLVED_PLACE,
      basis: HOUSING_FIGURES.basis,
      market_overview: HOUSING_FIGURES.market_overview,
      market_analytics: HOUSING_FIGURES.market_analytics,
      rental_market_trends: optional(TRENDS),
      figure_sources: HOUSING_FIGURES.figure_sources,
    }),
  ),
  run: async (
    { search_query, home_type, exclude_rentalMarketTrends, exclude_neighborhoods_zhvi },
    context,
    _texts,
    handling,
  ) => {
    const isLenient = handling === 'lenient'
    const setting = settingOf(context)
    const { region, location } = await resolveRegion(search_query, setting.catalog, {
      market_overview: {},
      market_analytics: {},
    })
    const keep = <T>(what: string, make: () => Promise<T>) =>
      cachedFigures(setting, `${what} ${region.key} ${home_type}`, make)
    const housing = await keep('housing', () => housingFigures(region, home_type, setting))
    const neighborhoods = exclude_neighborhoods_zhvi
      ? undefined
      : await keep('neighborhoods', () => neighborhoodValues(housing.basis, region, SALE_KINDS[home_type], setting))
    const rents = { kind: RENT_KIND_OF[home_type], bedrooms: 'All_Bedrooms' } as const
    const trends = exclude_rentalMarketTrends
      ? undefined
      : await keep('trends of sales', () => rentTrends(region, rents, setting))
    const sources = [...Object.values(housing.figure_sources), ...(trends ? Object.values(trends.figure_sources) : [])]
    return {
      message: '200: Success',
      source: sourcesOf(sources) || setting.names.computed,
      date: housing.date,
      search_query,
      search_url: context.words.portalOrigin + regionPath(region),
      location,
      basis: housing.basis,
      market_overview: isLenient ? zeroIfUnknown(housing.market_overview) : housing.market_overview,
      market_analytics: {
        ...housing.market_analytics,
        ...(neighborhoods && { neighborhoods_zhvi: neighborhoods }),
      },
      ...(trends && { rental_market_trends: isLenient ? trendsWithoutNull(trends) : trends }),
      figure_sources: housing.figure_sources,
    }
  },
})
