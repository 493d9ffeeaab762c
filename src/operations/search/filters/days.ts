import { addMonths, DAY_MS, dayNumber } from '../../../base/clock.ts'
import { defaulted, oneOf } from '../../../params/index.ts'
import { between, each, filter } from './family.ts'
import { ON_THE_MARKET, SOLD } from './listing-status.ts'

/** How far back from today, in calendar months and days. */
interface Span {
  readonly days: number
  readonly months: number
}

const SPANS: ReadonlyMap<string, Span> = new Map([
  ['Any', { days: Number.POSITIVE_INFINITY, months: 0 }],
  ['1_day', { days: 1, months: 0 }],
  ...[7, 14, 30, 90].map((days) => [`${days}_days`, { days, months: 0 }] as const),
  ...[6, 12, 24, 36].map((months) => [`${months}_months`, { days: 0, months }] as const),
])
const span = oneOf(SPANS)

/** Listed or sold within the span, its first day included. A month before the 31st may be the 30th or the 28th. */
function since(column: 'listedDay' | 'soldDay', { days, months }: Span, today: number) {
  return between(column, monthsBefore(today, months) - days, Number.POSITIVE_INFINITY)
}

function monthsBefore(today: number, months: number): number {
  if (months === 0) return today
  return dayNumber(addMonths(today * DAY_MS, -months))
}

export const days = each({
  'daysOn{Portal}': filter(
    defaulted(span, 'Any', 'Listed within this many days or calendar months.', ON_THE_MARKET),
    (given, { today }) => since('listedDay', given, today),
  ),
  soldInLast: filter(
    defaulted(span, 'Any', 'Sold within this many days or calendar months.', SOLD),
    (given, { today }) => since('soldDay', given, today),
  ),
})
