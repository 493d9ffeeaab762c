import { DAY_MS, dayOf, firstDayOfMonth, monthOfDay } from '../../../kit/base/clock.ts'
import { storageOf } from '../../engine/column.ts'
import { grown } from '../../engine/growing.ts'
import type { Steps, Work } from '../../engine/work.ts'
import type { Compiling } from './compile.ts'
import { placeSetsOf } from './place-sets.ts'

/** An entry for each row and each of its groups. */
export interface GroupedRows {
  /** For each entry, the index of its row, and the index of its group's key. */
  readonly at: Uint32Array
  readonly groups: Uint32Array
  readonly keys: readonly string[]
}

/** Known amounts, and the number of the group of each. */
export interface GroupedAmounts {
  readonly groups: Uint32Array
  readonly amounts: Float64Array
}

/** Sorts amounts by their groups, and returns the amounts of each group. */
export function listsByGroup(parts: readonly GroupedAmounts[], count: number): readonly Float64Array[] {
  const ends = new Uint32Array(count)
  for (const { groups } of parts) for (const group of groups) ends[group] = (ends[group] as number) + 1
  let total = 0
  const starts = ends.map((size) => {
    total += size
    return total - size
  })
  ends.set(starts)
  const sorted = new Float64Array(total)
  for (const { groups, amounts } of parts) {
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i] as number
      const end = ends[group] as number
      sorted[end] = amounts[i] as number
      ends[group] = end + 1
    }
  }
  return Array.from(ends, (end, group) => sorted.subarray(starts[group], end))
}

/** Returns the groups of `rows[0]` … `rows[count - 1]`. */
export function groupedBy(groupsOfRow: GroupsOfRow, rows: Uint32Array, count: number): GroupedRows {
  const numbers = new Map<string, number>()
  let [at, groups, entries] = [new Uint32Array(count), new Uint32Array(count), 0]
  for (let i = 0; i < count; i++) {
    for (const group of groupsOfRow(rows[i] as number, numbers)) {
      if (entries === at.length) [at, groups] = [grown(at, entries + 1), grown(groups, entries + 1)]
      at[entries] = i
      groups[entries++] = group
    }
  }
  return { at: at.subarray(0, entries), groups: groups.subarray(0, entries), keys: [...numbers.keys()] }
}

/** Returns the numbers of a row's groups. `numbers`: the numbers of all groups so far, by key. */
type GroupsOfRow = (row: number, numbers: Map<string, number>) => readonly number[]

export function* byPlace(type: string, compiling: Compiling, work: Work): Steps<GroupsOfRow> {
  const sets = yield* placeSetsOf(type, compiling, work)
  const bySet: (readonly number[] | undefined)[] = []
  return (row, numbers) => {
    const set = sets.setOf[row] as number
    bySet[set] ??= sets.placesOf(type, set).map((place) => numberOf(sets.keyOf(place), numbers))
    return bySet[set]
  }
}

export function byMonth(column: string, { table }: Compiling): GroupsOfRow {
  const { kind, values } = table.column(column)
  const { missing } = storageOf(kind)
  const byDay = new Map<number, readonly number[]>([[missing, []]])
  return (row, numbers) => {
    const day = values[row] as number
    const ofDay = byDay.get(day)
    if (ofDay !== undefined) return ofDay
    const month = dayOf(firstDayOfMonth(monthOfDay(day)) * DAY_MS).slice(0, 7)
    const ownNumber = [numberOf(month, numbers)]
    byDay.set(day, ownNumber)
    return ownNumber
  }
}

export function numberOf(key: string, numbers: Map<string, number>): number {
  const number = numbers.get(key) ?? numbers.size
  numbers.set(key, number)
  return number
}
