import { addMonths, DAY_MS, dayNumber } from '../../../../kit/base/clock.ts'
import { defaulted, oneOf } from '../../../../kit/params/index.ts'
import { agentDays } from '../../agent-words.ts'
import { between, each, filter } from './family.ts'
import { ON_THE_MARKET, SOLD } from './listing-status.ts'

/** A time span that ends today, in calendar months and days. */
export interface Span {
  readonly days: number
  readonly months: number
}

const SPANS: ReadonlyMap<string, Span> = new Map([
  ['Any', { days: Number.POSITIVE_INFINITY, months: 0 }],
  ['1_day', { days: 1, months: 0 }],
  ...[7, 14, 30, 90].map((days) => [`${days}_days`, { days, months: 0 }] as const),
  ...[6, 12, 24, 36].map((months) => [`${months}_months`, { days: 0, months }] as const),
])

/** `7`, `7d`, `7_days`; `6m`, `6_months`; `1y`, `1_year`. */
const COUNTED = /^(\d{1,5})(?:(d|days?)|(m|months?)|(y|years?))?$/

const span = oneOf(SPANS, {
  open: {
    accepted: 'a number of days',
    read: (text) => {
      const [, count, , months, years] = COUNTED.exec(text) ?? []
      if (count === undefined) return undefined
      if (years !== undefined) return { days: 0, months: 12 * Number(count) }
      return months === undefined ? { days: Number(count), months: 0 } : { days: 0, months: Number(count) }
    },
    format: ({ days, months }) => (months > 0 ? `${months}_months` : `${days}_days`),
  },
})

/**
 * Matches homes listed or sold within the span, including its first day. If that day does not exist, as one month
 * before March 31, the span begins on the month's last day.
 */
function since(column: 'listedDay' | 'soldDay', { days, months }: Span, today: number) {
  return between(column, monthsBefore(today, months) - days, Number.POSITIVE_INFINITY)
}

function monthsBefore(today: number, months: number): number {
  if (months === 0) return today
  return dayNumber(addMonths(today * DAY_MS, -months))
}

/** Returns the name under which parameters list a span; undefined for other spans. */
export function spanNamed({ days, months }: Span): string | undefined {
  return [...SPANS].find(([, known]) => known.days === days && known.months === months)?.[0]
}

export const days = each('When', {
  'daysOn{Portal}': filter(
    defaulted(span, 'Any', 'Listed within this many days or calendar months.', ON_THE_MARKET),
    (given, { today }) => since('listedDay', given, today),
    { agent: agentDays('listed', 'listed', 'For sale or rent: listed', '#d') },
  ),
  soldInLast: filter(
    defaulted(span, 'Any', 'Sold within this many days or calendar months.', SOLD),
    (given, { today }) => since('soldDay', given, today),
    { agent: agentDays('sold', 'sold', 'Sold', '#d') },
  ),
})
