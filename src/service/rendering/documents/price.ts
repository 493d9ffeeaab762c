import type { CatalogAbout } from '../../../catalog/ports/catalog.ts'
import { attributed } from '../../../catalog/ports/source-name.ts'
import {
  component,
  day,
  each,
  nullable,
  number,
  object,
  objectFrom,
  optional,
  text,
  timeMs,
} from '../../../kit/answers/index.ts'
import { dayOf, startOfDay } from '../../../kit/base/clock.ts'
import type { MortgageRate } from '../../../model/market.ts'
import { currentPrice, lastSale, type Sale } from '../../../model/market-state.ts'
import { annualInsurance } from '../../../model/monthly-cost.ts'
import { propertyTaxRate, totalMonthlyCost } from '../../../worth/valuation/monthly-cost.ts'
import { PORTAL_KEYS } from '../portal-keys.ts'
import { lastAssessed } from '../tax-history.ts'
import type { Gathered } from './gathered.ts'
import { VALUE_SOURCE, valueSource } from './value-source.ts'

interface Rated {
  readonly rate: MortgageRate | undefined
  readonly about: CatalogAbout
}

const BUCKET = component(
  'MortgageBucket',
  objectFrom<Rated>()({
    rate: [number('Percent per year; 0 if the catalog has none.'), ({ rate }) => rate?.rate ?? 0],
    rateSource: [
      text('Empty if the catalog has none.'),
      ({ rate, about }) => (rate ? attributed(about, rate.source) : ''),
    ],
    lastUpdated: [timeMs(), ({ rate }) => (rate ? startOfDay(rate.date) : 0)],
  }),
)

const MORTGAGE_RATES = component(
  'MortgageBuckets',
  objectFrom<Gathered>()({
    fifteenYearFixedBucket: [BUCKET, (gathered) => bucket(/^15_Year_Fixed_Conforming$/, gathered)],
    thirtyYearFixedBucket: [BUCKET, (gathered) => bucket(/^30_Year_Fixed_Conforming$/, gathered)],
    arm5Bucket: [BUCKET, (gathered) => bucket(/^5_\d+(_Year)?_ARM/, gathered)],
  }),
)

function bucket(products: RegExp, { rates, about }: Gathered) {
  return BUCKET.of({ rate: rates.find(({ product }) => products.test(product)), about })
}

const PERCENT = text('Percent, as a string; empty if unknown.')

/** The home's price, price changes and estimates. */
export const PRICE = objectFrom<Gathered>()({
  price: [
    nullable(
      number(),
      'Asking price, or the price paid once sold, in dollars; per month for rentals. Null if the home is off the market.',
    ),
    ({ home }) => currentPrice(home),
  ],
  priceChange: [
    nullable(number(), 'Dollars; null if the price has not changed since the home was listed.'),
    ({ priceChange }) => priceChange?.changeUsd,
  ],
  priceChangeDate: [nullable(timeMs()), ({ priceChange }) => priceChange && startOfDay(priceChange.date)],
  priceChangeDateString: [nullable(day()), ({ priceChange }) => priceChange?.date],
  zestimate: [
    nullable(number(), 'Estimated value in dollars: published by the source, or else Plat’s own estimate.'),
    ({ values }) => values.price?.amount,
  ],
  rentZestimate: [
    optional(number('Estimated monthly rent in dollars: published, or else Plat’s own estimate; absent if unknown.')),
    ({ values }) => values.rent?.amount,
  ],
  valueSource: [
    nullable(VALUE_SOURCE, 'Source of the zestimate; null without a zestimate.'),
    ({ home, values, about }) => valueSource(values.price, home, about),
  ],
  rentValueSource: [
    nullable(VALUE_SOURCE, 'Source of the rentZestimate; null without a rentZestimate.'),
    ({ home, values, about }) => valueSource(values.rent, home, about),
  ],
  zestimateLowPercent: [PERCENT, ({ values }) => percentText(values.price?.lowPercent)],
  zestimateHighPercent: [PERCENT, ({ values }) => percentText(values.price?.highPercent)],
  restimateLowPercent: [PERCENT, ({ values }) => percentText(values.rent?.lowPercent)],
  restimateHighPercent: [PERCENT, ({ values }) => percentText(values.rent?.highPercent)],
  lastSoldPrice: [nullable(number(), 'Dollars.'), ({ home }) => lastSale(home)?.price],
  ...each([nullable(day()), ({ home }: Gathered) => lastSale(home)?.date], 'lastSoldDate', 'dateSoldString'),
  dateSold: [nullable(timeMs()), ({ home }) => startOfSale(lastSale(home))],
  datePostedString: [
    nullable(day(), 'Day on which the home came on the market.'),
    ({ home: { listing } }) => (listing?.onMarketMs === undefined ? null : dayOf(listing.onMarketMs)),
  ],
  propertyTaxRate: [number('Percent of the assessment; 0 if unknown.'), ({ home }) => propertyTaxRate(home)],
  annualHomeownersInsurance: [number('Dollars per year.'), ({ home }) => annualInsurance(home)],
  monthlyHoaFee: [nullable(number(), 'Dollars per month.'), ({ home }) => home.facts.associationFee],
  taxAssessedValue: [nullable(number(), 'Dollars.'), ({ home }) => lastAssessed(home)?.assessedValue],
  affordabilityEstimate: [
    nullable(object({ totalMonthlyCost: number('Dollars.') }), 'Null if there is no sale price or no mortgage rate.'),
    ({ home, rates }) => {
      const costUsd = totalMonthlyCost(home, rates)
      return costUsd === null ? null : { totalMonthlyCost: costUsd }
    },
  ],
  mortgageRates: [MORTGAGE_RATES, (gathered) => MORTGAGE_RATES.of(gathered)],
  [PORTAL_KEYS.loanRates]: [
    MORTGAGE_RATES.as('The same as mortgageRates, under another name that clients use.'),
    (gathered) => MORTGAGE_RATES.of(gathered),
  ],
})

function startOfSale(sale: Sale | undefined): number | undefined {
  return sale && startOfDay(sale.date)
}

/** Formats a percentage; empty if unknown. */
function percentText(percent: number | undefined): string {
  return percent === undefined ? '' : String(percent)
}
