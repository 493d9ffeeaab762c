import type { Home } from '../model/home.ts'
import type { MortgageRate } from '../model/market.ts'
import { currentPrice, lastSale } from '../model/market-state.ts'
import { rounded } from './figures.ts'

/** The product whose rate monthly payments are reckoned with. */
const PRODUCT = '30_Year_Fixed_Conforming'
const MONTHS = 360

/** Homeowner's insurance a year, as a share of the home's value: about what US owners pay in the middle. */
const INSURANCE_SHARE = 0.0042

/** Principal and interest by the month of a loan over 30 years, in dollars; `ratePercent` a year. */
export function principalAndInterest(loan: number, ratePercent: number): number {
  const monthly = ratePercent / 1200
  return monthly === 0 ? loan / MONTHS : (loan * monthly) / (1 - (1 + monthly) ** -MONTHS)
}

/**
 * Homeowner's insurance in whole dollars a year: 0.42 % of the estimate, else of the asking price of a home for sale,
 * else of the last sale, else of the assessment; 0 when none of them is known.
 */
export function annualInsurance(home: Home): number {
  const value = home.estimate?.value ?? salePrice(home) ?? lastSale(home)?.price ?? home.taxes.at(-1)?.assessedValue
  return Math.round((value ?? 0) * INSURANCE_SHARE)
}

/** Last year's property tax as percent of the assessment, two decimals; 0 when either is unknown. */
export function propertyTaxRate({ taxes }: Home): number {
  const year = taxes.findLast((tax) => tax.taxPaid !== undefined && tax.assessedValue)
  return year?.assessedValue ? rounded(((year.taxPaid ?? 0) / year.assessedValue) * 100, 2) : 0
}

/**
 * What a buyer would pay by the month, in whole dollars: principal and interest of the price without a down payment over
 * 30 years at the current 30-year rate, the last known property tax, insurance, and dues (0 where unknown). Null for a
 * home without a sale price, or when the catalogue has no rate.
 */
export function totalMonthlyCost(home: Home, rates: readonly MortgageRate[]): number | null {
  const price = salePrice(home)
  const rate = rates.find(({ product }) => product === PRODUCT)?.rate
  if (price === undefined || rate === undefined) return null
  const yearlyTax = home.taxes.findLast((tax) => tax.taxPaid !== undefined)?.taxPaid ?? 0
  const dues = home.facts.associationFee ?? 0
  return Math.round(principalAndInterest(price, rate) + (yearlyTax + annualInsurance(home)) / 12 + dues)
}

/** What the home costs to buy; a rent is no such price. */
function salePrice(home: Home): number | undefined {
  return home.listing?.kind === 'sale' ? (currentPrice(home) ?? undefined) : undefined
}
