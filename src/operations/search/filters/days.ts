import { addMonths, DAY_MS, dayNumber } from '../../../base/clock.ts'
import { defaulted, oneOf } from '../../../params/index.ts'
import { between, family, when } from './family.ts'
import { ON_THE_MARKET, SOLD } from './listing-status.ts'

/** What a span takes off today: days, or calendar months. */
const SPANS = {
  '1_day': { days: 1 },
  '7_days': { days: 7 },
  '14_days': { days: 14 },
  '30_days': { days: 30 },
  '90_days': { days: 90 },
  '6_months': { months: 6 },
  '12_months': { months: 12 },
  '24_months': { months: 24 },
  '36_months': { months: 36 },
} as const
type Span = 'Any' | keyof typeof SPANS

const span = oneOf(['Any', ...(Object.keys(SPANS) as (keyof typeof SPANS)[])])

/** The earliest day of a span that ends today. The 31st of a longer month goes back to the last day of a shorter one. */
export function firstDayOf(asked: Span, today: number): number {
  if (asked === 'Any') return Number.NEGATIVE_INFINITY
  const { days = 0, months = 0 } = SPANS[asked] as { days?: number; months?: number }
  return dayNumber(addMonths(today * DAY_MS, -months)) - days
}

export const days = family({
  parameters: {
    'daysOn{Portal}': defaulted(span, 'Any', 'Listed within the last so many days or calendar months.', ON_THE_MARKET),
    soldInLast: defaulted(span, 'Any', 'Sold within the last so many days or calendar months.', SOLD),
  },
  conditions: (args, { today }) => [
    ...when(
      'daysOn{Portal}',
      between('listedDay', firstDayOf(args['daysOn{Portal}'], today), Number.POSITIVE_INFINITY),
    ),
    ...when('soldInLast', between('soldDay', firstDayOf(args.soldInLast, today), Number.POSITIVE_INFINITY)),
  ],
})
