import type { Context } from '../../../catalog/ports/context.ts'
import { sourceNames } from '../../../catalog/ports/source-name.ts'
import { found } from '../../../kit/answers/answer-head.ts'
import { component, flag, large, listOf, optional as optionalValue, whole } from '../../../kit/answers/index.ts'
import { dayNumber } from '../../../kit/base/clock.ts'
import { type Args, defaulted, labelled, oneOf, required, unlogged, wholeNumber } from '../../../kit/params/index.ts'
import type { OfferOrder } from '../../../model/offer-columns.ts'
import { SEARCH_TYPES } from '../../../model/offer-values.ts'
import { OFFER } from '../../rendering/cards/offer-card.ts'
import { LOCATIONS } from '../../rendering/shown-location.ts'
import { encodedSearch } from '../encoded-search.ts'
import { locations as locationsShape } from '../locations.ts'
import { namedLocations } from '../named-locations.ts'
import { operation } from '../operation.ts'
import { requireFound } from '../require-found.ts'
import { FACETS } from './facets/answer.ts'
import { facetsOf, facetsParameter } from './facets/facets.ts'
import { OFFER_FACETS } from './facets/other-facets.ts'
import { offerFilters } from './offer-filters.ts'

const MAX_RESULTS = 200

const ORDERS = {
  Default: 'Merit',
  Newest: 'Newest',
  Price_Low_to_High: 'PriceAscending',
  Price_High_to_Low: 'PriceDescending',
  Area_Low_to_High: 'AreaAscending',
  Area_High_to_Low: 'AreaDescending',
  Price_Per_Meter_Low_to_High: 'PricePerMeterAscending',
  Price_Per_Meter_High_to_Low: 'PricePerMeterDescending',
} as const satisfies Record<string, OfferOrder>

/** Names that other programs use for the sort orders. */
const NAMES: Partial<Record<keyof typeof ORDERS, readonly string[]>> = {
  Price_Low_to_High: ['Price_Low_High', 'price_asc'],
  Price_High_to_Low: ['Price_High_Low', 'price_desc'],
  Area_Low_to_High: ['Area_Low_High', 'area_asc'],
  Area_High_to_Low: ['Area_High_Low', 'area_desc'],
  Price_Per_Meter_Low_to_High: ['Price_Per_Meter_Low_High', 'price_per_meter_asc'],
  Price_Per_Meter_High_to_Low: ['Price_Per_Meter_High_Low', 'price_per_meter_desc'],
}

const parameters = {
  location: unlogged(
    required(
      locationsShape('Mokotów, Warszawa'),
      'City, district ("District, City"), county or province, with or without Polish letters; up to 5, separated by semicolons.',
    ),
  ),
  page: defaulted(
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
    '1',
    'Number of the page, from 1; any page past the last is an empty list.',
  ),
  resultCount: labelled('Results per page', defaulted(wholeNumber(1, MAX_RESULTS), '50', 'Results per page.')),
  sortOrder: labelled(
    'Order',
    defaulted(
      oneOf(Object.keys(ORDERS) as (keyof typeof ORDERS)[], { also: NAMES }),
      'Default',
      'Order of the results. Default ranks by freshness, completeness, photos and exclusivity. Unknown values come last; ties are sorted by id.',
    ),
  ),
  searchType: labelled(
    'Offered',
    defaulted(
      oneOf(SEARCH_TYPES, { also: { For_Sale: ['sale'], For_Rent: ['rent'] } }),
      'For_Sale',
      'For sale or for rent.',
    ),
  ),
  ...offerFilters.parameters,
  facets: facetsParameter(OFFER_FACETS, offerFilters),
}

async function ask(args: Args<typeof parameters>, { catalog, clock }: Context) {
  const { page, resultCount, searchType: listingClass } = args
  const today = dayNumber(clock.now())
  const { node, locations } = namedLocations(args.location, catalog.search('offer').places())
  const filtering = { listingClass, today }
  const where = [{ parameter: 'location', node }, ...offerFilters.conditions(args, filtering)]
  const selection = { listingClass, where }
  const faceted = { table: OFFER_FACETS, family: offerFilters, args, context: filtering, selection }
  const facets = args.facets && facetsOf('offer', args.facets, faceted)
  const query = {
    ...selection,
    order: ORDERS[args.sortOrder],
    offset: (page - 1) * resultCount,
    limit: resultCount,
    grouped: false,
    today,
    ...facets?.query,
  }
  return { noun: 'offer' as const, query, locations, facets }
}

export const offersByLocation = operation({
  area: 'B',
  path: '/search/bylocation',
  summary: 'Property offers in cities, districts, counties and provinces, up to five at once.',
  group: 'Offers',
  parameters,
  failures: ['search.too_costly', 'place.unknown'],
  answer: component(
    'Offers',
    found({
      total: whole('All results.'),
      resultCount: whole('Results per page.'),
      page: large(),
      totalPages: whole(),
      nextPage: flag('Whether there is another page.'),
      locations: LOCATIONS,
      facets: optionalValue(FACETS),
      searchResults: listOf(OFFER),
    }),
  ),
  ask,
  run: async (args, context, _texts, handling) => {
    const { catalog } = context
    const { page, resultCount } = args
    const { dataVersion } = catalog.about()
    const { query, locations, facets } = await ask(args, context)
    requireFound(locations, handling)
    const offered = await catalog.search('offer').cards(query)
    const totalPages = Math.ceil(offered.total / resultCount)
    return encodedSearch(
      offered,
      {
        message: '200',
        source: sourceNames(catalog.about(), 'offer'),
        total: offered.total,
        resultCount,
        page,
        totalPages,
        nextPage: page < totalPages,
        locations,
        ...facets?.answerKeys(offered, context),
      },
      { today: query.today, dataVersion },
      context,
    )
  },
})
