import { type AnswerOf, component, mapOf, object, text } from '../answers/index.ts'
import type { MortgageRate } from '../model/market.ts'
import { monthlyPerDollar } from '../model/monthly-cost.ts'
import { texts } from '../rendering/answer-head.ts'
import { operation } from './operation.ts'

/** Dollars of the loan that the monthly payment and the dollars of points are told for. */
const LOAN = 300_000

const YEARS = 30

const RATE = component(
  'MortgageRate',
  object({
    rate: text('Percent a year.'),
    ...texts('productType', 'datePriced', 'apr', 'pointsPaid'),
    monthlyPayment: text('Dollars.'),
    ...texts(
      'pointsPaidDollar',
      'miUpfrontPercent',
      'miUpfrontDollar',
      'miMonthlyPremiumPercent',
      'miMonthlyPremiumDollar',
    ),
  }),
)

export const currentMortgageRates = operation({
  path: '/current_mortgage_rates',
  group: 'Mortgage',
  summary: 'The newest mortgage rate of each product.',
  parameters: {},
  answer: component('MortgageRates', mapOf(RATE, 'By product. Every value is a text, empty where it is not known.')),
  run: async (_, { catalog }) => {
    const rates = await catalog.records.latestRates()
    return Object.fromEntries(rates.map((rate) => [rate.product, shown(rate)]))
  },
})

function shown({ rate, product, date, apr, points }: MortgageRate): AnswerOf<typeof RATE> {
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
