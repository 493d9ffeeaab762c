import { addMonths, DAY_MS, type Day, dayOf } from '../../kit/base/clock.ts'

/**
 * The time in which a plan's credits are valid, from 00:00 UTC on one day until 00:00 UTC on a later day (exclusive).
 */
export interface Period {
  readonly startMs: number
  /** Undefined for a period that never ends. */
  readonly endMs: number | undefined
}

/**
 * Returns the period at `nowMs` of a plan that a key got at `sinceMs`. Months begin on that day of the month, or on the
 * last day of a shorter month: January 31, February 28, March 31. If the clock was set back before `sinceMs`, returns
 * the first period.
 */
export function periodAt(kind: 'month' | 'once', sinceMs: number, nowMs: number): Period {
  const anchorMs = sinceMs - (sinceMs % DAY_MS)
  if (kind === 'once') return { startMs: anchorMs, endMs: undefined }
  const months = wholeMonths(anchorMs, nowMs)
  // Counts all months from the first day, so that a short month does not shift later months.
  return { startMs: addMonths(anchorMs, months), endMs: addMonths(anchorMs, months + 1) }
}

function wholeMonths(anchorMs: number, nowMs: number): number {
  const anchor = new Date(anchorMs)
  const now = new Date(nowMs)
  const months = (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth()
  return Math.max(0, addMonths(anchorMs, months) > nowMs ? months - 1 : months)
}

/** Later than any real day. */
export const NO_DAY: Day = '9999-12-31'

/** The first day of a period, and the first day after it. */
export function daysOf({ startMs, endMs }: Period): [Day, Day] {
  return [dayOf(startMs), endMs === undefined ? NO_DAY : dayOf(endMs)]
}
