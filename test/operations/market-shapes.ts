import type { Shape } from './shape.ts'

/** The bodies of the answers about markets, key by key. */

const LOCATION: Shape = { query: 'str', type: 'str', name: 'str', found: 'bool', alternatives: ['str'] }
const ANSWER = { message: '200: Success', source: 'str', search_query: 'str', location: LOCATION }
const MONTH: Shape = { month: 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec', price: 'num', year: 'str' }
const TRENDS: Shape = {
  areaName: 'str',
  areaType: 'str',
  date: 'day',
  summary: { availableRentals: 'int', medianRent: 'num', monthlyChange: 'num', yearlyChange: 'num' },
  marketTemperature: { temperature: 'Cold|Cool|Neutral|Warm|Hot' },
  rentHistogram: { minPrice: 'num', maxPrice: 'num', priceAndCount: [{ price: 'num', count: 'int' }] },
  medianRentPriceOverTime: { currentYear: [MONTH], prevYear: [MONTH] },
  rentCompare: { areaName: 'str', medianRent: 'num' },
  nearbyAreaTrends: [{ areaName: 'str', date: 'day', medianRent: 'num', resourceId: 'int' }],
  nearByAreas: [{ areaId: 'int', areaType: 'str', city: 'str', name: 'str', state: 'str' }],
  zipcodesInCity: [{ areaId: 'int', name: 'str', city: 'str', state: 'str' }],
}
export const HOUSING: Shape = {
  ...ANSWER,
  date: 'day',
  search_url: 'str',
  market_overview: {
    typical_home_values: 'num',
    description: 'str',
    for_sale_inventory: 'num',
    new_listings: 'num',
    median_days_to_pending: 'num',
    median_sale_price: 'num',
    median_list_price: 'num',
    market_saletolist_ratio: 'num',
    'market saletolist ratio': 'num',
    percent_ofsales_over_list_price: 'num',
    percent_ofsales_under_list_price: 'num',
  },
  market_analytics: {
    zhviRange: [{ timePeriodEnd: 'day', dataValue: 'num' }],
    mrktListingLatest: { forSaleInventory: 'num', newListings: 'num', medianDaysToPending: 'num?' },
    neighborhoods_zhvi: [{ areaId: 'int', name: 'str', city: 'str', state: 'str', dataValue: 'num' }],
  },
  rental_market_trends: TRENDS,
}

export const RENTAL: Shape = { ...ANSWER, rental_market_trends: TRENDS }
