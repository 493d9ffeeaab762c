import type { Home } from '../model/home.ts'
import { growth } from './figures.ts'

/** The yearly assessments as answers show them, newest first; `value` is 0 where only the bill is known. */
export function taxHistory({ taxes }: Home) {
  return taxes
    .map((year, index) => ({
      time: midYear(year.year),
      taxPaid: year.taxPaid ?? null,
      taxIncreaseRate: growth(taxes[index - 1]?.taxPaid, year.taxPaid),
      value: year.assessedValue ?? 0,
      valueIncreaseRate: growth(taxes[index - 1]?.assessedValue, year.assessedValue),
    }))
    .toReversed()
}

/** A moment that falls into the year in every time zone. */
export function midYear(year: number): number {
  return Date.UTC(year, 6, 1)
}
