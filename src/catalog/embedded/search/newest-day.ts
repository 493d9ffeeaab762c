import type { DatabaseSync } from 'node:sqlite'
import type { SearchedNoun } from '../../../model/searched.ts'
import type { Table } from '../../engine/table.ts'
import { type NounDescription, SEARCHED } from '../../facts/searched.ts'
import { readSegments } from '../segments.ts'
import { DAYS } from './shape.ts'
import { readTable } from './stored.ts'

/**
 * Returns the newest day, at most `last`, on which something happened to a record. Undefined if there is no such day.
 */
export function newestDayIn<N extends SearchedNoun>(
  tables: readonly Table[],
  noun: NounDescription<N>,
  last: number,
): number | undefined {
  const newest = Math.max(...tables.map((table) => newestOf(table, noun, last)))
  return Number.isFinite(newest) ? newest : undefined
}

/** Like `newestDayIn`, but reads the segments from a catalog file that no service has opened. */
export function storedNewestDay(database: DatabaseSync, noun: SearchedNoun, last: number): number | undefined {
  const tables = readSegments(database, noun).segments.map((segment) => readTable(database, segment))
  return newestDayIn(tables, SEARCHED[noun] as NounDescription<SearchedNoun>, last)
}

/** Returns the newest day in one segment; -Infinity if there is no such day. */
function newestOf<N extends SearchedNoun>(
  table: Table,
  { eventDays, daysOf }: NounDescription<N>,
  last: number,
): number {
  let newest = Number.NEGATIVE_INFINITY
  const isOut = (row: number) => table.removed?.has(row) === true
  for (const name of eventDays) {
    const { values } = table.columnOf('i32', name)
    for (let row = 0; row < values.length; row++) {
      const day = values[row] as number
      if (day > newest && day <= last && !isOut(row)) newest = day // a missing day is stored as a large number, so it exceeds `last`
    }
  }
  if (daysOf === undefined) return newest
  const { starts, days } = table.days(DAYS).arrays
  for (let row = 0; row < table.rows; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const day = days[at] as number
      if (day > newest && day <= last && !isOut(row)) newest = day
    }
  }
  return newest
}
