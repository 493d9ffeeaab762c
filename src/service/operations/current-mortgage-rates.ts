import { attributed } from '../../catalog/ports/source-name.ts'
import { component, type Entry, mapOf, objectFrom, text, type Value } from '../../kit/answers/index.ts'
import type { MortgageRate } from '../../model/market.ts'
import { monthlyPerDollar } from '../../model/monthly-cost.ts'
import { operation } from './operation.ts'

/** Loan amount in dollars on which the monthly payment and the cost of points are based. */
const LOAN = 300_000

const YEARS = 30

/** The latest rate of a product, and its publisher. */
interface Quoted extends MortgageRate {
  readonly rateSource: string
}

const UNKNOWN: Entry<unknown, Value<string>> = [text(), () => '']

const RATE = component(
  'MortgageRate',
  objectFrom<Quoted>()({
    rate: [text('Percent per year.'), ({ rate }) => String(rate)],
    productType: [text(), ({ product }) => product],
    datePriced: [text(), ({ date }) => date],
    apr: [text(), ({ apr }) => orEmpty(apr)],
    pointsPaid: [text(), ({ points }) => orEmpty(points)],
    monthlyPayment: [
      text('Dollars.'),
      ({ rate, product }) => String(Math.round(LOAN * monthlyPerDollar(rate, monthsOf(product)))),
    ],
    pointsPaidDollar: [text(), ({ points }) => orEmpty(points && Math.round((LOAN * points) / 100))],
    miUpfrontPercent: UNKNOWN,
    miUpfrontDollar: UNKNOWN,
    miMonthlyPremiumPercent: UNKNOWN,
    miMonthlyPremiumDollar: UNKNOWN,
    rateSource: [text(), ({ rateSource }) => rateSource],
  }),
)

export const currentMortgageRates = operation({
  path: '/current_mortgage_rates',
  group: 'Mortgage',
  summary: 'The latest mortgage rate of each product.',
  parameters: {},
  answer: component('MortgageRates', mapOf(RATE, 'By product. Every value is a string, empty if unknown.')),
  run: async (_, { catalog }) => {
    const rates = await catalog.records.latestRates()
    return Object.fromEntries(
      rates.map((rate) => [rate.product, RATE.of({ ...rate, rateSource: attributed(catalog.about(), rate.source) })]),
    )
  },
})

function orEmpty(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

/**
 * Returns the term in months: 180 for `15_Year_Fixed_Conforming`. Adjustable loans and names without a term have 360.
 */
function monthsOf(product: string): number {
  const years = Number(/^(\d+)_Year_/.exec(product)?.[1] ?? YEARS)
  return 12 * (years > 0 ? years : YEARS)
}
