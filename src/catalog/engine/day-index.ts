/** Days per window: one for each bit of a 32-bit word. */
export const WINDOW_DAYS = 32
/** Amounts from 1 to 8 have bit planes. Larger amounts are searched in a list. */
export const LEVELS = 8

export interface DayArrays {
  /** Where each row's days start in `days`. The last entry is the end of `days`. */
  readonly starts: Uint32Array
  /** The days of each row, ascending and without duplicates. */
  readonly days: Int32Array
  /** The greatest amount on the day at the same index of `days`. */
  readonly amounts: Uint16Array
  /** The 32-day windows in which any row has a day, ascending. */
  readonly windows: Int32Array
  /** The windows that have bit planes, ascending. */
  readonly planeWindows: Int32Array
  /**
   * A plane for each window and level: one 32-bit word per row. Bit d is set if the row has at least the level's amount
   * on day d of the window. Testing a span of days then takes one AND per row.
   */
  readonly planes: Uint32Array
  /** For each level and row: the last day on which the row has at least that amount, or `NO_DAY`. */
  readonly lastDays: Int32Array
}

/** Stands for "no day". `DayIndexBuilder` rejects this number as a day. */
export const NO_DAY = -(2 ** 31)

/** Stores an amount per row and day, such as free seats. */
export class DayIndex {
  readonly arrays: DayArrays
  readonly rows: number

  constructor(arrays: DayArrays, rows: number) {
    this.arrays = arrays
    this.rows = rows
  }

  /** Whether a row has at least this amount on any day from `from` to `to`. */
  has(row: number, from: number, to: number, least: number): boolean {
    const { starts, days, amounts } = this.arrays
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const day = days[i] as number
      if (day > to) return false
      if (day >= from && (amounts[i] as number) >= least) return true
    }
    return false
  }

  /** Returns where the plane of a window and level starts. Undefined if the window has no planes. */
  planeStart(window: number, level: number): number | undefined {
    const at = this.arrays.planeWindows.indexOf(window)
    return at < 0 ? undefined : (at * LEVELS + level - 1) * this.rows
  }
}

export function windowOf(day: number): number {
  return Math.floor(day / WINDOW_DAYS)
}
