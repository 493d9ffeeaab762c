import { allocate } from './column.ts'
import { DayIndex, LEVELS, NO_DAY, WINDOW_DAYS, windowOf } from './day-index.ts'

/** An amount of a row on a day, such as free seats. Of several amounts on one day, the greatest counts. */
export interface DayAmount {
  /** A whole number above -2^31 and below 2^31. */
  readonly day: number
  /** A whole number of at least 1, capped at 65,535. */
  readonly amount: number
}

const MAX_AMOUNT = 0xffff

/**
 * Maximum number of windows with bit planes: enough for more than a year. The planes of a window take 32 bytes per row.
 * Days in other windows are searched in a list.
 */
const MAX_PLANE_WINDOWS = 14

export class DayIndexBuilder {
  readonly #rows: (readonly DayAmount[])[] = []

  add(amounts: readonly DayAmount[]): void {
    const greatest = new Map<number, number>()
    for (const { day, amount } of amounts) {
      if (!(Number.isInteger(day) && day === (day | 0) && day > NO_DAY && amount >= 1))
        throw new RangeError(`Amounts must be whole numbers from 1; day "${day}" has "${amount}".`)
      greatest.set(day, Math.max(greatest.get(day) ?? 0, Math.min(MAX_AMOUNT, amount)))
    }
    const merged = Array.from(greatest, ([day, amount]) => ({ day, amount }))
    this.#rows.push(merged.sort((one, other) => one.day - other.day))
  }

  /** @param order The added rows in their final order. */
  build(order: Uint32Array): DayIndex {
    const count = this.#rows.reduce((sum, days) => sum + days.length, 0)
    const starts = allocate('u32', order.length + 1)
    const days = allocate('i32', count)
    const amounts = allocate('u16', count)
    let at = 0
    order.forEach((added, row) => {
      for (const { day, amount } of this.#rows[added] ?? []) {
        days[at] = day
        amounts[at++] = amount
      }
      starts[row + 1] = at
    })
    const { windows, planeWindows } = windowsOf(days)
    const planes = allocate('u32', planeWindows.length * LEVELS * order.length)
    const lastDays = allocate('i32', LEVELS * order.length).fill(NO_DAY)
    const index = new DayIndex({ starts, days, amounts, windows, planeWindows, planes, lastDays }, order.length)
    setBits(index)
    setLastDays(index)
    return index
  }
}

function windowsOf(days: Int32Array): { windows: Int32Array; planeWindows: Int32Array } {
  const counts = new Map<number, number>()
  for (const day of days) counts.set(windowOf(day), (counts.get(windowOf(day)) ?? 0) + 1)
  const fullest = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0]).map(([window]) => window)
  return { windows: shared(fullest), planeWindows: shared(fullest.slice(0, MAX_PLANE_WINDOWS)) }
}

function shared(windows: readonly number[]): Int32Array {
  const array = allocate('i32', windows.length)
  array.set(windows)
  return array.sort()
}

function setBits(index: DayIndex): void {
  const { starts, days, amounts, planes } = index.arrays
  for (let row = 0; row < index.rows; row++) {
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const day = days[i] as number
      const window = windowOf(day)
      const first = index.planeStart(window, 1)
      if (first === undefined) continue
      const bit = 1 << (day - window * WINDOW_DAYS)
      const levels = Math.min(LEVELS, amounts[i] as number)
      for (let level = 0; level < levels; level++) {
        const word = first + level * index.rows + row
        planes[word] = ((planes[word] as number) | bit) >>> 0
      }
    }
  }
}

function setLastDays(index: DayIndex): void {
  const { starts, days, amounts, lastDays } = index.arrays
  for (let row = 0; row < index.rows; row++) {
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const levels = Math.min(LEVELS, amounts[i] as number)
      for (let level = 0; level < levels; level++) lastDays[level * index.rows + row] = days[i] as number
    }
  }
}
