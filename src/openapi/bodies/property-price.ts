import { MAYBE_TEXT } from './answer.ts'
import {
  always,
  component,
  day,
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  timeMs,
  whole,
} from './schema.ts'

/** What a home costs, has cost and is thought to be worth. */

const BUCKET = component(
  'MortgageBucket',
  object({
    rate: number('Percent a year; 0 where the catalogue has none.'),
    rateSource: text('Empty where the catalogue has none.'),
    lastUpdated: timeMs(),
  }),
)

const MORTGAGE_RATES = component(
  'MortgageBuckets',
  object({ fifteenYearFixedBucket: BUCKET, thirtyYearFixedBucket: BUCKET, arm5Bucket: BUCKET }),
)

const PERCENT = text('Percent as a text; empty where it is not known.')

export const PRICE_FIELDS = {
  price: nullable(number(), 'Asked, or paid once sold; dollars, of rentals by the month.'),
  priceChange: nullable(number(), 'Dollars; null where the price has not changed since it was listed.'),
  priceChangeDate: nullable(timeMs()),
  priceChangeDateString: nullable(day()),
  zestimate: nullable(number(), 'Estimated value, dollars.'),
  rentZestimate: optional(number('Estimated rent by the month, dollars; absent where it is not known.')),
  zestimateLowPercent: PERCENT,
  zestimateHighPercent: PERCENT,
  restimateLowPercent: PERCENT,
  restimateHighPercent: PERCENT,
  lastSoldPrice: nullable(number(), 'Dollars.'),
  datePostedString: nullable(day(), 'When it came on the market.'),
  propertyTaxRate: number('Percent of the assessment; 0 where it is not known.'),
  annualHomeownersInsurance: number('Dollars a year.'),
  monthlyHoaFee: nullable(number(), 'Dollars by the month.'),
  taxAssessedValue: nullable(number(), 'Dollars.'),
  affordabilityEstimate: nullable(
    object({ totalMonthlyCost: number('Dollars.') }),
    'Null without a sale price or a mortgage rate.',
  ),
  mortgageRates: MORTGAGE_RATES,
  'mortgage{P}HLRates': MORTGAGE_RATES.as('The same as mortgageRates, under the name that clients know.'),
}

const EVENT_AGENT = component(
  'EventAgent',
  object({ photo: MAYBE_TEXT, profileUrl: text('Path of the profile.'), name: text() }),
)

const PRICE_EVENT = component(
  'PriceEvent',
  object({
    date: day(),
    time: timeMs(),
    price: nullable(number(), 'Dollars.'),
    pricePerSquareFoot: nullable(whole(), 'Dollars.'),
    priceChangeRate: number('Against the last price of the same kind, as a fraction; 0 where either is not known.'),
    event: oneOf(['Listed for sale', 'Price change', 'Pending sale', 'Sold', 'Listing removed', 'Listed for rent']),
    source: text(),
    postingIsRental: flag(),
    buyerAgent: nullable(EVENT_AGENT),
    sellerAgent: nullable(EVENT_AGENT),
    attributeSource: object({
      infoString1: nullable(text(), 'Number of the listing.'),
      infoString2: text(),
      infoString3: MAYBE_TEXT,
    }),
    showCountyLink: always(false),
  }),
)

export const PRICE_HISTORY = listOf(PRICE_EVENT, 'Newest first.')

const TAX_YEAR = component(
  'TaxYear',
  object({
    time: timeMs('A moment in the year.'),
    taxPaid: nullable(number(), 'Dollars.'),
    taxIncreaseRate: number('Against the year before, as a fraction; 0 where either is not known.'),
    value: number('Assessed value, dollars; 0 where only the bill is known.'),
    valueIncreaseRate: number('Against the year before, as a fraction; 0 where either is not known.'),
  }),
)

export const TAX_HISTORY = listOf(TAX_YEAR, 'Newest first.')
