import type { Home } from './home.ts'
import { currentPrice, lastSale } from './market-state.ts'
import { shownEstimate } from './shown-estimate.ts'

const MONTHS = 360

/** Yearly insurance as a share of the home's value, near the US median. */
export const INSURANCE_SHARE = 0.0042

/** Monthly principal and interest per dollar of a loan. Default: 30 years. `ratePercent` is per year. */
export function monthlyPerDollar(ratePercent: number, months = MONTHS): number {
  const monthly = ratePercent / 1200
  return monthly === 0 ? 1 / months : monthly / (1 - (1 + monthly) ** -months)
}

/**
 * Yearly homeowner's insurance in whole dollars: 0.42 % of the estimate, else of the current sale price, the last sale
 * or the assessment. 0 if none is known.
 */
export function annualInsurance(home: Home): number {
  const value =
    shownEstimate(home)?.value ?? salePrice(home) ?? lastSale(home)?.price ?? home.taxes.at(-1)?.assessedValue
  return Math.round((value ?? 0) * INSURANCE_SHARE)
}

/** Monthly taxes, insurance and dues in dollars, without the loan. Unknown parts count as 0. */
export function monthlyCosts(home: Home): number {
  const yearlyTax = home.taxes.findLast((tax) => tax.taxPaid !== undefined)?.taxPaid ?? 0
  return (yearlyTax + annualInsurance(home)) / 12 + (home.facts.associationFee ?? 0)
}

/** The price to buy the home; undefined for a rental. */
export function salePrice(home: Home): number | undefined {
  return home.listing?.kind === 'sale' ? (currentPrice(home) ?? undefined) : undefined
}
