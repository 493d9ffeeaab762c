import type { Table } from '../../../engine/table.ts'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { NounDescription } from '../../searched.ts'
import { DAYS } from './shape.ts'

/** The newest day of an event of a noun's records, `last` at the latest; undefined if there is none. */
export function newestDayIn<N extends SearchedNoun>(
  table: Table,
  { eventDays, daysOf }: NounDescription<N>,
  last: number,
): number | undefined {
  const arrays = eventDays.map((name) => table.columnOf('i32', name).values as Int32Array) // i32, as its kind says
  if (daysOf !== undefined) arrays.push(table.days(DAYS).arrays.days)
  let newest = Number.NEGATIVE_INFINITY
  for (const days of arrays) {
    for (let at = 0; at < days.length; at++) {
      const day = days[at] as number
      if (day > newest && day <= last) newest = day // a missing day is later than every other
    }
  }
  return Number.isFinite(newest) ? newest : undefined
}
