import { rounded } from '../../kit/base/figures.ts'
import type { Home } from '../../model/home.ts'
import type { MortgageRate } from '../../model/market.ts'
import { monthlyCosts, monthlyPerDollar, salePrice } from '../../model/monthly-cost.ts'

/** The product whose rate is used for monthly payments. */
const PRODUCT = '30_Year_Fixed_Conforming'

/** The catalog's current 30-year rate, in percent per year. */
export function rate30Year(rates: readonly MortgageRate[]): number | undefined {
  return rates.find(({ product }) => product === PRODUCT)?.rate
}

/** Property tax of the last known year in percent of the assessment, with two decimals; 0 if either is unknown. */
export function propertyTaxRate({ taxes }: Home): number {
  const year = taxes.findLast((tax) => tax.taxPaid !== undefined && tax.assessedValue)
  return year?.assessedValue ? rounded(((year.taxPaid ?? 0) / year.assessedValue) * 100, 2) : 0
}

/**
 * A buyer's monthly cost in whole dollars: principal and interest on the full price, without a down payment, over 30
 * years at the current 30-year rate; the last known property tax; insurance; and dues (0 if unknown). Null if the home
 * has no sale price or the catalog has no rate.
 */
export function totalMonthlyCost(home: Home, rates: readonly MortgageRate[]): number | null {
  const price = salePrice(home)
  const rate = rate30Year(rates)
  if (price === undefined || rate === undefined) return null
  return Math.round(price * monthlyPerDollar(rate) + monthlyCosts(home))
}
