/** Days per window: one per bit of a word. */
export const WINDOW_DAYS = 32
/** Amounts from 1 to this number have bit planes; larger amounts are looked up. */
export const LEVELS = 8

export interface DayArrays {
  /** Start of each row's days, and the end of the last row's days. */
  readonly starts: Uint32Array
  /** The days of each row, ascending and without duplicates. */
  readonly days: Int32Array
  /** The greatest amount on each entry of `days`. */
  readonly amounts: Uint16Array
  /** Windows that contain a day of any row, ascending. */
  readonly windows: Int32Array
  /** The windows that have planes, ascending. */
  readonly planeWindows: Int32Array
  /**
   * One word per row, for each window with planes and each level. Bit d is set if the row has at least the level's
   * amount on day d of the window. Testing a span is then one load and one AND per row.
   */
  readonly planes: Uint32Array
  /** For each level and row, the last day with at least the level's amount, or `NO_DAY`. */
  readonly lastDays: Int32Array
}

/** Means "no day". Rows cannot have this day, because `DayIndexBuilder` rejects it. */
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

  /** Returns the start of the words of a window and level. Undefined for a window without planes. */
  planeStart(window: number, level: number): number | undefined {
    const at = this.arrays.planeWindows.indexOf(window)
    return at < 0 ? undefined : (at * LEVELS + level - 1) * this.rows
  }
}

export function windowOf(day: number): number {
  return Math.floor(day / WINDOW_DAYS)
}
