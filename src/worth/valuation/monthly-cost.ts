import { rounded } from '../../kit/base/figures.ts'
import type { Home } from '../../model/home.ts'
import type { MortgageRate } from '../../model/market.ts'
import { monthlyCosts, monthlyPerDollar, salePrice } from '../../model/monthly-cost.ts'

/** The loan whose rate is used for monthly payments. */
const PRODUCT = '30_Year_Fixed_Conforming'

/** The catalog's current 30-year rate, in percent per year. */
export function rate30Year(rates: readonly MortgageRate[]): number | undefined {
  return rates.find(({ product }) => product === PRODUCT)?.rate
}

/** Property tax of the last known year, in percent of the assessed value, with two decimals; 0 if unknown. */
export function propertyTaxRate({ taxes }: Home): number {
  const year = taxes.findLast((tax) => tax.taxPaid !== undefined && tax.assessedValue)
  return year?.assessedValue ? rounded(((year.taxPaid ?? 0) / year.assessedValue) * 100, 2) : 0
}

/**
 * A buyer's monthly cost in whole dollars: principal and interest, property tax, insurance and dues. The loan is the
 * full price at the current rate for 30 years. Unknown tax or dues count as 0. Null if the home has no sale price or
 * the catalog has no rate.
 */
export function totalMonthlyCost(home: Home, rates: readonly MortgageRate[]): number | null {
  const price = salePrice(home)
  const rate = rate30Year(rates)
  if (price === undefined || rate === undefined) return null
  return Math.round(price * monthlyPerDollar(rate) + monthlyCosts(home))
}
