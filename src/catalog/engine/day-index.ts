/** Days per window: one per bit of a word. */
export const WINDOW_DAYS = 32
/** Amounts from 1 to this have bit planes; larger ones are looked up. */
export const LEVELS = 8

export interface DayArrays {
  /** Start of each row's days; has one entry more than there are rows. */
  readonly starts: Uint32Array
  /** Ascending within a row, each day once. */
  readonly days: Int32Array
  /** The greatest amount on each of these days. */
  readonly amounts: Uint16Array
  /** Windows in which any row has a day, ascending. */
  readonly windows: Int32Array
  /** These windows have planes, in ascending order. */
  readonly planeWindows: Int32Array
  /**
   * For each of those windows and each level, a word per row: bit d is set when the row has at least that amount on
   * day d of the window. Testing a span is then one load and one AND per row.
   */
  readonly planes: Uint32Array
  /** For each level and row, the last day with at least that amount; below every day when there is none. */
  readonly lastDays: Int32Array
}

/** Means "no day". No row can have it: `DayIndexBuilder` refuses it. */
export const NO_DAY = -(2 ** 31)

/** An amount per row and day: free seats, for example. */
export class DayIndex {
  readonly arrays: DayArrays
  readonly rows: number

  constructor(arrays: DayArrays, rows: number) {
    this.arrays = arrays
    this.rows = rows
  }

  /** Whether a row has at least this amount on some day from `from` to `to`. */
  has(row: number, from: number, to: number, least: number): boolean {
    const { starts, days, amounts } = this.arrays
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const day = days[i] as number
      if (day > to) return false
      if (day >= from && (amounts[i] as number) >= least) return true
    }
    return false
  }

  /** Start of the words of a window and level; undefined for a window without planes. */
  planeStart(window: number, level: number): number | undefined {
    const at = this.arrays.planeWindows.indexOf(window)
    return at < 0 ? undefined : (at * LEVELS + level - 1) * this.rows
  }
}

export function windowOf(day: number): number {
  return Math.floor(day / WINDOW_DAYS)
}
