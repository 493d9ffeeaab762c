import {
  type AnswerOf,
  component,
  listOf,
  number,
  object,
  optional,
  text,
  timeMs,
  whole,
} from '../../../kit/answers/index.ts'
import { DAY_MS, dayNumber } from '../../../kit/base/clock.ts'

const YEARS_BACK = 10

/** One month of a chart. Days are counted since 1970-01-01. */
export interface ChartMonth {
  /** `YYYY-MM` */
  readonly month: string
  readonly firstDay: number
  /** The last day of the month, or today in the current month. The month's point uses only what was known by then. */
  readonly lastDay: number
}

let latest: { readonly today: number; readonly months: readonly ChartMonth[] } | undefined

/** Returns the months from ten years ago to the current month. Computed once a day. */
export function chartMonths(nowMs: number): readonly ChartMonth[] {
  const today = dayNumber(nowMs)
  if (latest?.today !== today) latest = { today, months: monthsUpTo(today) }
  return latest.months
}

function monthsUpTo(today: number): readonly ChartMonth[] {
  const now = new Date(today * DAY_MS)
  return Array.from({ length: YEARS_BACK * 12 + 1 }, (_, at) => {
    const firstMs = Date.UTC(now.getUTCFullYear() - YEARS_BACK, now.getUTCMonth() + at, 1)
    const nextMs = Date.UTC(now.getUTCFullYear() - YEARS_BACK, now.getUTCMonth() + at + 1, 1)
    return {
      month: new Date(firstMs).toISOString().slice(0, 7),
      firstDay: dayNumber(firstMs),
      lastDay: Math.min(today, dayNumber(nextMs) - 1),
    }
  })
}

/** A point of a chart: milliseconds since 1970, and the value. */
export interface Point {
  readonly x: number
  readonly y: number
}

export const CHART_LINE = component(
  'ChartLine',
  object({
    name: text('`This home`, the name of its city, or its ZIP code.'),
    source: text('Source of the points.'),
    sales: optional(whole('Number of sales in the months that have a point, if the points are computed from sales.')),
    points: listOf(object({ x: timeMs(), y: number('Dollars, or percent.') })),
  }),
)

/** One line of a chart, with the oldest point first. */
export type ChartLine = AnswerOf<typeof CHART_LINE>

/** Returns a point at the last day of each month that has a value. */
export function monthlyPoints(
  months: readonly ChartMonth[],
  valueIn: (month: ChartMonth) => number | undefined,
): readonly Point[] {
  return months.flatMap((month) => {
    const y = valueIn(month)
    return y === undefined || !Number.isFinite(y) ? [] : [{ x: month.lastDay * DAY_MS, y }]
  })
}
