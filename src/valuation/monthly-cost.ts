import { rounded } from '../base/figures.ts'
import type { Home } from '../model/home.ts'
import type { MortgageRate } from '../model/market.ts'
import { monthlyCosts, monthlyPerDollar, salePrice } from '../model/monthly-cost.ts'

/** The product whose rate monthly payments are reckoned with. */
const PRODUCT = '30_Year_Fixed_Conforming'

/** The catalogue's current 30-year rate, in percent a year. */
export function rate30Year(rates: readonly MortgageRate[]): number | undefined {
  return rates.find(({ product }) => product === PRODUCT)?.rate
}

/** Last year's property tax as percent of the assessment, two decimals; 0 when either is unknown. */
export function propertyTaxRate({ taxes }: Home): number {
  const year = taxes.findLast((tax) => tax.taxPaid !== undefined && tax.assessedValue)
  return year?.assessedValue ? rounded(((year.taxPaid ?? 0) / year.assessedValue) * 100, 2) : 0
}

/**
 * What a buyer would pay by the month, in whole dollars: principal and interest of the price without a down payment
 * over 30 years at the current 30-year rate, the last known property tax, insurance, and dues (0 where unknown). Null
 * for a home without a sale price, or when the catalogue has no rate.
 */
export function totalMonthlyCost(home: Home, rates: readonly MortgageRate[]): number | null {
  const price = salePrice(home)
  const rate = rate30Year(rates)
  if (price === undefined || rate === undefined) return null
  return Math.round(price * monthlyPerDollar(rate) + monthlyCosts(home))
}
