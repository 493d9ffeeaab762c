import {
  type AnswerOf,
  component,
  day,
  each,
  type FieldsOf,
  nullable,
  number,
  object,
  optional,
  text,
  timeMs,
} from '../../answers/index.ts'
import { dayOf, startOfDay } from '../../base/clock.ts'
import type { Words } from '../../base/words.ts'
import type { MortgageRate } from '../../model/market.ts'
import { currentPrice, lastSale } from '../../model/market-state.ts'
import { annualInsurance } from '../../model/monthly-cost.ts'
import { propertyTaxRate, totalMonthlyCost } from '../../valuation/monthly-cost.ts'
import { PORTAL_KEYS, portalKeys } from '../portal-keys.ts'
import { latestPriceChange } from '../price-history.ts'
import { attributed } from '../source-name.ts'
import type { Gathered } from './gathered.ts'
import { VALUE_SOURCE, valueSource } from './value-source.ts'

const BUCKET = component(
  'MortgageBucket',
  object({
    rate: number('Percent per year; 0 if the catalogue has none.'),
    rateSource: text('Empty if the catalogue has none.'),
    lastUpdated: timeMs(),
  }),
)

const MORTGAGE_RATES = component(
  'MortgageBuckets',
  object({ fifteenYearFixedBucket: BUCKET, thirtyYearFixedBucket: BUCKET, arm5Bucket: BUCKET }),
)

const PERCENT = text('Percent, as a string; empty if unknown.')

export const PRICE = {
  price: nullable(
    number(),
    'Asking price, or the price paid once sold, in dollars; per month for rentals. Null if the home is off the market.',
  ),
  priceChange: nullable(number(), 'Dollars; null if the price has not changed since the home was listed.'),
  priceChangeDate: nullable(timeMs()),
  priceChangeDateString: nullable(day()),
  zestimate: nullable(number(), 'Estimated value, dollars: as the source publishes it, or else Plat’s own.'),
  rentZestimate: optional(number('Estimated monthly rent in dollars, in the same way; absent if unknown.')),
  valueSource: nullable(VALUE_SOURCE, 'Who says the zestimate; null without one.'),
  rentValueSource: nullable(VALUE_SOURCE, 'Who says the rentZestimate; null without one.'),
  ...each(PERCENT, 'zestimateLowPercent', 'zestimateHighPercent', 'restimateLowPercent', 'restimateHighPercent'),
  lastSoldPrice: nullable(number(), 'Dollars.'),
  datePostedString: nullable(day(), 'When it came on the market.'),
  propertyTaxRate: number('Percent of the assessment; 0 if unknown.'),
  annualHomeownersInsurance: number('Dollars per year.'),
  monthlyHoaFee: nullable(number(), 'Dollars per month.'),
  taxAssessedValue: nullable(number(), 'Dollars.'),
  affordabilityEstimate: nullable(
    object({ totalMonthlyCost: number('Dollars.') }),
    'Null if there is no sale price or no mortgage rate.',
  ),
  mortgageRates: MORTGAGE_RATES,
  [PORTAL_KEYS.loanRates]: MORTGAGE_RATES.as('The same as mortgageRates, under another name that clients use.'),
}
type Price = FieldsOf<typeof PRICE>

/** The home's price, price history and estimates. */
export function price({ home, values, rates, surroundings, about }: Gathered): Price {
  const { listing, facts, taxes } = home
  return {
    price: currentPrice(home),
    ...priceChange(home),
    ...estimates(home, values, about),
    lastSoldPrice: lastSale(home)?.price ?? null,
    datePostedString: listing?.onMarketMs === undefined ? null : dayOf(listing.onMarketMs),
    propertyTaxRate: propertyTaxRate(home),
    annualHomeownersInsurance: annualInsurance(home),
    monthlyHoaFee: facts.associationFee ?? null,
    taxAssessedValue: taxes.findLast((year) => year.assessedValue !== undefined)?.assessedValue ?? null,
    affordabilityEstimate: affordability(home, rates),
    ...mortgageRates(rates, surroundings.words, about),
  }
}

function priceChange(home: Gathered['home']) {
  const change = latestPriceChange(home)
  return {
    priceChange: change?.changeUsd ?? null,
    priceChangeDate: change ? startOfDay(change.date) : null,
    priceChangeDateString: change?.date ?? null,
  }
}

function estimates(home: Gathered['home'], { price: value, rent }: Gathered['values'], about: Gathered['about']) {
  return {
    zestimate: value?.amount ?? null,
    ...(rent !== undefined && { rentZestimate: rent.amount }),
    valueSource: valueSource(value, home, about),
    rentValueSource: valueSource(rent, home, about),
    zestimateLowPercent: percentText(value?.lowPercent),
    zestimateHighPercent: percentText(value?.highPercent),
    restimateLowPercent: percentText(rent?.lowPercent),
    restimateHighPercent: percentText(rent?.highPercent),
  }
}

/** Empty if unknown. */
function percentText(percent: number | undefined): string {
  return percent === undefined ? '' : String(percent)
}

function affordability(home: Gathered['home'], rates: readonly MortgageRate[]): Price['affordabilityEstimate'] {
  const totalMonthlyCostUsd = totalMonthlyCost(home, rates)
  return totalMonthlyCostUsd === null ? null : { totalMonthlyCost: totalMonthlyCostUsd }
}

function mortgageRates(rates: readonly MortgageRate[], words: Words, about: Gathered['about']) {
  const buckets = {
    fifteenYearFixedBucket: bucket(rates, /^15_Year_Fixed_Conforming$/, about),
    thirtyYearFixedBucket: bucket(rates, /^30_Year_Fixed_Conforming$/, about),
    arm5Bucket: bucket(rates, /^5_\d+(_Year)?_ARM/, about),
  }
  return { mortgageRates: buckets, [portalKeys(words).loanRates]: buckets }
}

/** A product without a rate has rate 0, no source, and an update time of 0. */
function bucket(rates: readonly MortgageRate[], product: RegExp, about: Gathered['about']): AnswerOf<typeof BUCKET> {
  const rate = rates.find((candidate) => product.test(candidate.product))
  if (!rate) return { rate: 0, rateSource: '', lastUpdated: 0 }
  return { rate: rate.rate, rateSource: attributed(about, rate.source), lastUpdated: startOfDay(rate.date) }
}
