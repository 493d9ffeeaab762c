import { dayOf, startOfDay } from '../../base/clock.ts'
import type { MortgageRate } from '../../model/market.ts'
import { currentPrice, lastSale } from '../../model/market-state.ts'
import { annualInsurance } from '../../model/monthly-cost.ts'
import { propertyTaxRate, totalMonthlyCost } from '../monthly-cost.ts'
import { latestPriceChange } from '../render-price-history.ts'
import { attributed } from '../source-name.ts'
import type { Gathered } from './gathered.ts'

/** What the home costs, has cost and is thought to be worth. */
export function price({ home, rates, surroundings, about }: Gathered) {
  const { listing, facts, taxes } = home
  return {
    price: currentPrice(home),
    ...priceChange(home),
    ...estimates(home),
    lastSoldPrice: lastSale(home)?.price ?? null,
    datePostedString: listing?.onMarketMs === undefined ? null : dayOf(listing.onMarketMs),
    propertyTaxRate: propertyTaxRate(home),
    annualHomeownersInsurance: annualInsurance(home),
    monthlyHoaFee: facts.associationFee ?? null,
    taxAssessedValue: taxes.findLast((year) => year.assessedValue !== undefined)?.assessedValue ?? null,
    affordabilityEstimate: affordability(home, rates),
    ...mortgageRates(rates, surroundings.words.Portal, about),
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

function estimates({ estimate }: Gathered['home']) {
  return {
    zestimate: estimate?.value ?? null,
    ...(estimate?.rent !== undefined && { rentZestimate: estimate.rent }),
    zestimateLowPercent: percentText(estimate?.lowPercent),
    zestimateHighPercent: percentText(estimate?.highPercent),
    restimateLowPercent: percentText(estimate?.rentLowPercent),
    restimateHighPercent: percentText(estimate?.rentHighPercent),
  }
}

/** Empty when unknown. */
function percentText(percent: number | undefined): string {
  return percent === undefined ? '' : String(percent)
}

function affordability(home: Gathered['home'], rates: readonly MortgageRate[]) {
  const totalMonthlyCostUsd = totalMonthlyCost(home, rates)
  return totalMonthlyCostUsd === null ? null : { totalMonthlyCost: totalMonthlyCostUsd }
}

/** Under its plain name, and under the one that clients know: the portal's initial and HL, for home loans. */
function mortgageRates(rates: readonly MortgageRate[], portalWord: string, about: Gathered['about']) {
  const buckets = {
    fifteenYearFixedBucket: bucket(rates, /^15_Year_Fixed_Conforming$/, about),
    thirtyYearFixedBucket: bucket(rates, /^30_Year_Fixed_Conforming$/, about),
    arm5Bucket: bucket(rates, /^5_\d+(_Year)?_ARM/, about),
  }
  return { mortgageRates: buckets, [`mortgage${portalWord.slice(0, 1)}HLRates`]: buckets }
}

/** A product that the catalogue has no rate of has rate 0, no source, and was updated at 0. */
function bucket(rates: readonly MortgageRate[], product: RegExp, about: Gathered['about']) {
  const rate = rates.find((candidate) => product.test(candidate.product))
  if (!rate) return { rate: 0, rateSource: '', lastUpdated: 0 }
  return { rate: rate.rate, rateSource: attributed(about, rate.source), lastUpdated: startOfDay(rate.date) }
}
