import type { QueryNode } from '../../../../catalog/ports/query.ts'
import type { ParameterError } from '../../../../kit/base/failure.ts'
import { number, optional, type Range, range } from '../../../../kit/params/index.ts'
import { monthlyPerDollar } from '../../../../model/monthly-cost.ts'
import { agentNumber } from '../../agent-words.ts'
import type { FilterContext } from '../../filter-family.ts'
import { family, when } from './family.ts'
import { FOR_SALE } from './listing-status.ts'

/**
 * Matches homes by monthly cost: principal and interest on the price minus the down payment, plus the other costs. A
 * buyer who pays in full has only the other costs. Without a current rate no home matches, because the cost is unknown.
 */
function payment(monthly: Range, downPayment: number, { rate30Year }: FilterContext): QueryNode {
  if (rate30Year === undefined) return { kind: 'homes', zpids: [] }
  const perDollar = monthlyPerDollar(rate30Year)
  const paidInFull: readonly QueryNode[] = [
    { kind: 'range', column: 'price', min: Number.NEGATIVE_INFINITY, max: downPayment, orMissing: false },
    { kind: 'sum', terms: [{ column: 'monthlyCosts', weight: 1 }], min: monthly.min, max: monthly.max },
  ]
  const borrowed: readonly QueryNode[] = [
    { kind: 'range', column: 'price', min: downPayment, max: Number.POSITIVE_INFINITY, orMissing: false },
    {
      kind: 'sum',
      terms: [
        { column: 'price', weight: perDollar },
        { column: 'monthlyCosts', weight: 1 },
      ],
      min: monthly.min + downPayment * perDollar,
      max: monthly.max + downPayment * perDollar,
    },
  ]
  return { kind: 'any', alternatives: downPayment > 0 ? [paidInFull, borrowed] : [borrowed] }
}

export const money = family('Price and cost', {
  parameters: {
    monthlyPayment: optional(
      range('dollars a month'),
      'Principal and interest over 30 years at the current rate, property tax, insurance and dues.',
      FOR_SALE,
    ),
    downPayment: optional(
      number(0, 1e12, '50000'),
      'Down payment in dollars, for monthlyPayment; 0 if not given.',
      FOR_SALE,
    ),
  },
  rules: [
    {
      doc: 'downPayment counts only with monthlyPayment.',
      outcome: 'noEffect',
      check: ({ monthlyPayment, downPayment }): ParameterError | undefined => {
        if (monthlyPayment !== undefined || downPayment === undefined) return undefined
        const detail = `Cannot use downPayment "${downPayment}" without monthlyPayment: it has no effect.`
        return { parameter: 'downPayment', code: 'param.inapplicable', detail, given: String(downPayment) }
      },
    },
  ],
  words: {
    monthlyPayment: {
      label: 'Monthly cost',
      agent: agentNumber(
        'payment_max',
        'monthly cost of at most $#',
        'For sale: whole monthly cost in dollars on a 30-year loan.',
        { isMoney: true, text: 'max:#' },
      ),
    },
    downPayment: {
      agent: agentNumber('down_payment', '$# paid down', 'For sale, with payment_max: dollars.', {
        isMoney: true,
        needs: 'payment_max',
      }),
    },
  },
  conditions: ({ monthlyPayment, downPayment = 0 }, context) =>
    when('monthlyPayment', monthlyPayment && payment(monthlyPayment, downPayment, context)),
})
