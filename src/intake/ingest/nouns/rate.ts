import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'
import { quote } from '../../../kit/base/sentence.ts'
import type { RecordOf } from '../../../model/field.ts'
import { compact } from '../../../model/field.ts'
import type { MortgageRate } from '../../../model/market.ts'
import { RATE_FIELDS } from '../../../model/market-fields.ts'
import { type Check, judge, type Made, made, type Rejection, reject } from '../finding.ts'
import { importNoun } from '../import-noun.ts'
import type { FileContext, RowContent } from '../noun.ts'
import { twiceUnlike, withRequired } from '../same-record.ts'
import { type Fills, withUnmapped } from '../unmapped.ts'

type RateRecord = RecordOf<typeof RATE_FIELDS>

const REQUIRED = ['Product', 'RateDate', 'Rate'] as const satisfies readonly (keyof RateRecord)[]

export const rates = importNoun({
  noun: 'rate',
  plural: 'rates',
  fields: RATE_FIELDS,
  required: REQUIRED,
  keyed: false,
  make: makeRate,
  id: (rate) => rate.rateId,
  clash: (one, other) => (isDeepStrictEqual(one, other) ? undefined : twiceUnlike('product and day', one.rateId)),
  keep: (merged, known, mapped) => withUnmapped(merged, known, FILLS, mapped),
  /** A later edition corrects the rate of the same day. */
  merge: (existing, fresh) => {
    const rate = fresh[0] ?? existing
    if (!rate) throw new Error('there is no rate to merge')
    return rate
  },
})

const FILLS: Fills = { AnnualPercentageRate: 'apr', DiscountPoints: 'points' }

const CHECKS: readonly Check<MortgageRate & { readonly nowMs: number }>[] = [
  reject('rate.range', 'The rate is not between 0 and 30 percent a year.', ({ rate, apr = rate }) =>
    rate > 0 && rate < 30 && apr > 0 && apr < 40 ? undefined : `rate ${rate}, with costs ${apr}`,
  ),
  reject('points.range', 'The points are not between 0 and 10 percent of the loan.', ({ points = 0 }) =>
    points >= 0 && points <= 10 ? undefined : `points ${points}`,
  ),
  reject('date.future', 'The date of the rate is in the future.', ({ date, nowMs }) =>
    date > dayOf(nowMs + DAY_MS) ? `day ${date}` : undefined,
  ),
  reject(
    'product.form',
    'The product name has characters other than letters, digits, _, - and parentheses.',
    ({ product }) => (/^[A-Za-z0-9_()-]{1,80}$/.test(product) ? undefined : `product ${quote(product)}`),
  ),
]

function makeRate({ record }: RowContent, { source, nowMs }: FileContext): Made<MortgageRate> | Rejection {
  // the row reader checked the fields' kinds
  const given = withRequired<RateRecord, (typeof REQUIRED)[number]>(record, REQUIRED)
  const rate = compact<MortgageRate>({
    rateId: `${given.Product}/${given.RateDate}`,
    source,
    product: given.Product,
    date: given.RateDate,
    rate: given.Rate,
    apr: given.AnnualPercentageRate,
    points: given.DiscountPoints,
  })
  return made(rate, judge(CHECKS, { ...rate, nowMs }))
}
