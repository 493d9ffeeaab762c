import type { Home } from './home.ts'
import { currentPrice, lastSale } from './market-state.ts'

const MONTHS = 360

/** Homeowner's insurance a year, as a share of the home's value: about what US owners pay in the middle. */
const INSURANCE_SHARE = 0.0042

/** Principal and interest by the month of each dollar of a loan, over 30 years unless told otherwise; `ratePercent` a year. */
export function monthlyPerDollar(ratePercent: number, months = MONTHS): number {
  const monthly = ratePercent / 1200
  return monthly === 0 ? 1 / months : monthly / (1 - (1 + monthly) ** -months)
}

/**
 * Homeowner's insurance in whole dollars a year: 0.42 % of the estimate, else of the asking price of a home for sale,
 * else of the last sale, else of the assessment; 0 when none of them is known.
 */
export function annualInsurance(home: Home): number {
  const value = home.estimate?.value ?? salePrice(home) ?? lastSale(home)?.price ?? home.taxes.at(-1)?.assessedValue
  return Math.round((value ?? 0) * INSURANCE_SHARE)
}

/** What owning the home costs by the month beside the loan: last known tax, insurance, dues; 0 where unknown. Dollars. */
export function monthlyCosts(home: Home): number {
  const yearlyTax = home.taxes.findLast((tax) => tax.taxPaid !== undefined)?.taxPaid ?? 0
  return (yearlyTax + annualInsurance(home)) / 12 + (home.facts.associationFee ?? 0)
}

/** What the home costs to buy; a rent is no such price. */
export function salePrice(home: Home): number | undefined {
  return home.listing?.kind === 'sale' ? (currentPrice(home) ?? undefined) : undefined
}
