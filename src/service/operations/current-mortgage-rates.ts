import { attributed } from '../../catalog/ports/source-name.ts'
import { texts } from '../../kit/answers/answer-head.ts'
import { type AnswerOf, component, mapOf, object, text } from '../../kit/answers/index.ts'
import type { MortgageRate } from '../../model/market.ts'
import { monthlyPerDollar } from '../../model/monthly-cost.ts'
import { operation } from './operation.ts'

/** Size of the loan, in dollars, for which the monthly payment and the cost of points are given. */
const LOAN = 300_000

const YEARS = 30

const RATE = component(
  'MortgageRate',
  object({
    rate: text('Percent per year.'),
    ...texts('productType', 'datePriced', 'apr', 'pointsPaid'),
    monthlyPayment: text('Dollars.'),
    ...texts(
      'pointsPaidDollar',
      'miUpfrontPercent',
      'miUpfrontDollar',
      'miMonthlyPremiumPercent',
      'miMonthlyPremiumDollar',
      'rateSource',
    ),
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
      rates.map((rate) => [rate.product, shown(rate, attributed(catalog.about(), rate.source))]),
    )
  },
})

function shown({ rate, product, date, apr, points }: MortgageRate, rateSource: string): AnswerOf<typeof RATE> {
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
    rateSource,
  }
}

function orEmpty(value: number | undefined): string {
  return value === undefined ? '' : String(value)
}

/** `15_Year_Fixed_Conforming` runs for 15 years; adjustable loans, and those that do not say, for 30. */
function monthsOf(product: string): number {
  const years = Number(/^(\d+)_Year_/.exec(product)?.[1] ?? YEARS)
  return 12 * (years > 0 ? years : YEARS)
}
