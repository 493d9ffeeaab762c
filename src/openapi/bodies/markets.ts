import { answer, texts } from './answer.ts'
import {
  always,
  component,
  day,
  each,
  large,
  listOf,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  text,
  whole,
} from './schema.ts'

/** The bodies about markets. Figures are 0 where too little is known; `figure_sources` says so. */

const MEANT = component(
  'MeantRegion',
  object({
    query: text('What was asked.'),
    type: text('Kind of place that was understood.'),
    name: text(),
    found: always(true),
    alternatives: listOf(text(), 'Names of what else may be meant.'),
    why: optional(text()),
  }),
)

const FIGURE_SOURCE = component(
  'FigureSource',
  object({
    basis: oneOf(
      ['published', 'computed', 'none'],
      'From a published series, from the homes of this catalogue, or nothing: too little is known.',
    ),
    source: text(),
    date: day('The day that the figure is of.'),
    from: optional(day('First of the days that it was computed from.')),
    figure: optional(text('The figure that stands in for it.')),
    homes: optional(whole('Homes that it was computed from.')),
    why: optional(text('Why there is none.')),
  }),
)

const SALE_FIGURES = [
  'for_sale_inventory',
  'new_listings',
  'median_days_to_pending',
  'median_sale_price',
  'median_list_price',
  'market_saletolist_ratio',
  'percent_ofsales_over_list_price',
  'percent_ofsales_under_list_price',
] as const

const OVERVIEW = component(
  'MarketOverview',
  object({
    description: text('The main figures in a sentence.'),
    typical_home_values: number('Dollars.'),
    for_sale_inventory: number('Homes.'),
    new_listings: number('Homes.'),
    median_days_to_pending: number('Days.'),
    median_sale_price: number('Dollars.'),
    median_list_price: number('Dollars.'),
    market_saletolist_ratio: number('Price paid by price asked.'),
    'market saletolist ratio': number('The same under another name.'),
    percent_ofsales_over_list_price: number('As a fraction.'),
    percent_ofsales_under_list_price: number('As a fraction.'),
  }),
)

const LATEST = object(
  {
    date: day(),
    ...each(
      optional(number()),
      'forSaleInventory',
      'newListings',
      'medianDaysToPending',
      'medianSalePrice',
      'medianListPrice',
      'saleToListRatio',
      'percentOfSalesOverListPrice',
      'percentOfSalesUnderListPrice',
    ),
  },
  'The figures that are known.',
)

const NEIGHBORHOOD_VALUE = component(
  'NeighborhoodValue',
  object({
    areaId: large(),
    ...texts('name', 'city', 'state'),
    timePeriodEnd: day(),
    dataValue: number('Dollars.'),
    basis: text('As in figure_sources.'),
  }),
)

const ANALYTICS = component(
  'MarketAnalytics',
  object({
    zhviRange: listOf(
      object({ timePeriodEnd: day(), dataValue: number('Dollars.') }),
      'What a typical home was worth, newest first.',
    ),
    mrktListingLatest: LATEST,
    neighborhoods_zhvi: optional(listOf(NEIGHBORHOOD_VALUE, 'Those with most homes first.')),
  }),
)

const MONTH_RENT = component(
  'MonthRent',
  object({
    month: oneOf(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']),
    price: number('Dollars by the month.'),
    year: text(),
  }),
)

const TRENDS = component(
  'RentTrends',
  object({
    ...texts('areaName', 'areaType'),
    date: day(),
    summary: object({
      availableRentals: whole(),
      medianRent: number('Dollars by the month.'),
      ...each(number('Dollars; 0 where it is not known.'), 'monthlyChange', 'yearlyChange'),
    }),
    marketTemperature: object({ temperature: oneOf(['Cold', 'Cool', 'Neutral', 'Warm', 'Hot']) }),
    rentHistogram: object({
      ...each(number('Dollars; 0 where there are no rents.'), 'minPrice', 'maxPrice'),
      priceAndCount: listOf(
        object({ price: number('Lower edge of the bar, dollars.'), count: whole() }),
        'The last bar holds everything above it.',
      ),
    }),
    medianRentPriceOverTime: object(each(listOf(MONTH_RENT), 'currentYear', 'prevYear')),
    rentCompare: object({ areaName: text(), medianRent: number('Dollars by the month.') }),
    nearbyAreaTrends: listOf(
      object({ areaName: text(), date: day(), medianRent: number('Dollars by the month.'), resourceId: large() }),
    ),
    nearByAreas: listOf(object({ areaId: large(), ...texts('areaType', 'city', 'name', 'state') })),
    zipcodesInCity: listOf(object({ areaId: large(), ...texts('name', 'city', 'state') })),
    figure_sources: object(
      each(
        FIGURE_SOURCE,
        'availableRentals',
        'medianRent',
        'monthlyChange',
        'yearlyChange',
        'marketTemperature',
        'rentHistogram',
        'medianRentPriceOverTime',
        'rentCompare',
      ),
    ),
  }),
)

export const HOUSING_MARKET = component(
  'HousingMarket',
  answer({
    date: day('Of the newest figure.'),
    ...texts('search_query', 'search_url'),
    location: MEANT,
    market_overview: OVERVIEW,
    market_analytics: ANALYTICS,
    rental_market_trends: optional(TRENDS),
    figure_sources: object(each(FIGURE_SOURCE, 'typical_home_values', ...SALE_FIGURES, 'zhviRange')),
  }),
)

export const RENTAL_MARKET = component(
  'RentalMarket',
  answer({ search_query: text(), location: MEANT, rental_market_trends: TRENDS }),
)

const RATE = component(
  'MortgageRate',
  object({
    rate: text('Percent a year.'),
    ...texts('productType', 'datePriced', 'apr', 'pointsPaid'),
    monthlyPayment: text('Dollars.'),
    ...texts(
      'pointsPaidDollar',
      'miUpfrontPercent',
      'miUpfrontDollar',
      'miMonthlyPremiumPercent',
      'miMonthlyPremiumDollar',
    ),
  }),
)

export const MORTGAGE_RATES = component(
  'MortgageRates',
  mapOf(RATE, 'By product. Every value is a text, empty where it is not known.'),
)
