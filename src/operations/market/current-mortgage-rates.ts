import type { MortgageRate } from '../../model/market.ts'
import { monthlyPerDollar } from '../../model/monthly-cost.ts'
import { operation } from '../operation.ts'

/** Dollars of the loan that the monthly payment and the dollars of points are told for. */
const LOAN = 300_000

const YEARS = 30

export const currentMortgageRates = operation({
  path: '/current_mortgage_rates',
  group: 'Mortgage',
  summary: 'The newest mortgage rate of each product.',
  parameters: {},
  run: async (_, { catalog }) => {
    const rates = await catalog.latestRates()
    return Object.fromEntries(rates.map((rate) => [rate.product, shown(rate)]))
  },
})

/** Every value is a text; what the data does not tell is an empty one. */
function shown({ rate, product, date, apr, points }: MortgageRate) {
  return {
    rate: String(rate),
    productType: product,
    datePriced: date,
    apr: orEmpty(apr),
    pointsPaid: orEmpty(points),
    monthlyPayment: String(Math.round(LOAN * monthlyPerDollar(rate, monthsOf(product)))),
    pointsPaidDollar: orEmpty(points === undefined ? undefined : Math.round((LOAN * points) / 100)),
    miUpfrontPercent: '',
    miUpfrontDollar: '',
    miMonthlyPremiumPercent: '',
    miMonthlyPremiumDollar: '',
  }
}

function orEmpty(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

/** `15_Year_Fixed_Conforming` runs for 15 years; loans whose rate moves, and those that do not say it, for 30. */
function monthsOf(product: string): number {
  const years = Number(/^(\d+)_Year_/.exec(product)?.[1] ?? YEARS)
  return 12 * (years > 0 ? years : YEARS)
}
