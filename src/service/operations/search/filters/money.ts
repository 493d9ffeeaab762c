import type { QueryNode } from '../../../../catalog/ports/query.ts'
import type { ParameterError } from '../../../../kit/base/failure.ts'
import { format, number, optional, type Range, Refusal, range, type Shape } from '../../../../kit/params/index.ts'
import { monthlyPerDollar } from '../../../../model/monthly-cost.ts'
import { agentNumber, agentText } from '../../agent-words.ts'
import type { FilterContext } from '../../filter-family.ts'
import { family, when } from './family.ts'
import { FOR_SALE } from './listing-status.ts'

/** Money that a buyer does not borrow: dollars, or percent of the price. */
interface DownPayment {
  readonly dollars: number
  readonly percent: number
}

const NOTHING_DOWN: DownPayment = { dollars: 0, percent: 0 }
const dollarsDown = number(0, 1e12, '50000')
const downPaymentShape: Shape<DownPayment> = {
  schema: dollarsDown.schema,
  example: dollarsDown.example,
  parse: (text) => {
    const percent = Number(/^(\d{1,3}(?:\.\d{1,4})?)\s*%$/.exec(text)?.[1] ?? Number.NaN)
    if (percent <= 100) return { dollars: 0, percent }
    const dollars = dollarsDown.parse(text.replace(/[$,]/g, ''))
    if (!(dollars instanceof Refusal)) return { dollars, percent: 0 }
    return new Refusal('must be dollars, such as 50000, or a share of the price, such as 20%.')
  },
  format: ({ dollars, percent }) => (percent > 0 ? `${percent}%` : format(dollarsDown, dollars)),
}

/**
 * Matches homes by monthly cost: principal and interest on the price minus the down payment, plus all other costs.
 * Without a loan, only the other costs count. If the current rate is unknown, no home matches.
 */
function payment(monthly: Range, { dollars, percent }: DownPayment, { rate30Year }: FilterContext): QueryNode {
  if (rate30Year === undefined) return { kind: 'homes', zpids: [] }
  const perDollar = monthlyPerDollar(rate30Year) * (1 - percent / 100)
  const paidInFull: readonly QueryNode[] = [
    { kind: 'range', column: 'price', min: Number.NEGATIVE_INFINITY, max: dollars, orMissing: false },
    { kind: 'sum', terms: [{ column: 'monthlyCosts', weight: 1 }], min: monthly.min, max: monthly.max },
  ]
  const borrowed: readonly QueryNode[] = [
    { kind: 'range', column: 'price', min: dollars, max: Number.POSITIVE_INFINITY, orMissing: false },
    {
      kind: 'sum',
      terms: [
        { column: 'price', weight: perDollar },
        { column: 'monthlyCosts', weight: 1 },
      ],
      min: monthly.min + dollars * perDollar,
      max: monthly.max + dollars * perDollar,
    },
  ]
  return { kind: 'any', alternatives: dollars > 0 ? [paidInFull, borrowed] : [borrowed] }
}

export const money = family('Price and cost', {
  parameters: {
    monthlyPayment: optional(
      range('dollars a month'),
      'Principal and interest over 30 years at the current rate, property tax, insurance and dues.',
      FOR_SALE,
    ),
    downPayment: optional(
      downPaymentShape,
      'Down payment for monthlyPayment, in dollars or as a share of the price such as 20%; 0 if not given.',
      FOR_SALE,
    ),
  },
  rules: [
    {
      doc: 'downPayment has an effect only with monthlyPayment.',
      outcome: 'noEffect',
      check: ({ monthlyPayment, downPayment }): ParameterError | undefined => {
        if (monthlyPayment !== undefined || downPayment === undefined) return undefined
        const given = format(downPaymentShape, downPayment)
        const detail = `Cannot use downPayment "${given}" without monthlyPayment: it has no effect.`
        return { parameter: 'downPayment', code: 'param.inapplicable', detail, given }
      },
    },
  ],
  words: {
    monthlyPayment: {
      label: 'Monthly cost',
      agent: agentNumber(
        'payment_max',
        'monthly cost of at most $#',
        'For sale: total monthly cost in dollars with a 30-year loan.',
        { isMoney: true, text: 'max:#' },
      ),
    },
    downPayment: {
      agent: agentText(
        'down_payment',
        '# paid down',
        'For sale, with payment_max: dollars, or a share of the price such as "20%".',
        20,
        'payment_max',
      ),
    },
  },
  conditions: ({ monthlyPayment, downPayment = NOTHING_DOWN }, context) =>
    when('monthlyPayment', monthlyPayment && payment(monthlyPayment, downPayment, context)),
})
