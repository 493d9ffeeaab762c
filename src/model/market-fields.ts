import { amount, count, date, field, of, oneOf, percent, type RecordOf, text } from './field.ts'
import { HOME_TYPES } from './home.ts'
import { MARKET_MEASURES } from './market.ts'
import { REGION_TYPES } from './region.ts'

function ofRegions(values: readonly string[], doc: string) {
  return { ...field(text, doc), onlyWith: { field: 'RegionType', values } }
}

/** Every field of a published series that an import can fill. */
export const SERIES_FIELDS = {
  Measure: field(oneOf(MARKET_MEASURES), 'What the series measures.'),
  RegionType: field(oneOf(REGION_TYPES), 'Kind of region.'),
  RegionName: field(
    text,
    'Name of the region. A ZIP has only its digits; a metro has its first city with the state (Austin, TX), or its full name.',
  ),
  StateOrProvince: ofRegions(
    ['city', 'neighborhood', 'zipcode', 'county'],
    'Two-letter state or its name; needed for cities, neighborhoods, ZIPs, and counties without a code.',
  ),
  City: ofRegions(['neighborhood'], 'City of a neighborhood.'),
  CountyFips: ofRegions(
    ['county'],
    'Five-digit FIPS code of a county; without it, a county is identified by name and state.',
  ),
  HomeType: field(oneOf(HOME_TYPES), 'Kind of home that the series covers; all kinds when absent.'),
  BedroomsTotal: field(count, 'Number of bedrooms that the series covers, 0 for studios; all homes when absent.'),
  PeriodEnd: field(date, 'Last day of the period that Value covers, if a row is one point.', 'Value'),
  Value: field(
    amount,
    'One point of the series: money in dollars, ratios as fractions, durations in days.',
    'PeriodEnd',
  ),
} as const

export type SeriesRecord = RecordOf<typeof SERIES_FIELDS>

/** Every field of a mortgage rate that an import can fill. */
export const RATE_FIELDS = {
  Product: field(text, 'Name of the product, such as 30_Year_Fixed_Conforming.'),
  RateDate: field(date, 'Date of the rate.'),
  Rate: field(percent, 'Annual interest rate.'),
  AnnualPercentageRate: field(percent, 'Annual percentage rate, costs included.'),
  DiscountPoints: field(of('percent of the loan'), 'Fees and points.'),
} as const
