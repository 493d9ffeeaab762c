/** Days of one window: as many as a word has bits. */
export const WINDOW_DAYS = 32
/** Amounts from 1 to so many have bits of their own; larger ones are looked up. */
export const LEVELS = 8

/** The arrays that an index consists of. */
export interface DayArrays {
  /** Where the days of each row start; one more than there are rows. */
  readonly starts: Uint32Array
  /** Ascending within a row, each day once. */
  readonly days: Int32Array
  /** The greatest amount of that day. */
  readonly amounts: Uint16Array
  /** Numbers of the windows in which any row has a day, ascending. */
  readonly windows: Int32Array
  /** Those of them that have planes, ascending. */
  readonly planeWindows: Int32Array
  /**
   * For each of those windows and each level a word for each row: bit d is set when the row has at least so much on the
   * window's day d. That way a test of a span is one load and one AND for each row.
   */
  readonly planes: Uint32Array
  /** For each level a day for each row: the last one with at least so much; before every day where there is none. */
  readonly lastDays: Int32Array
}

/** Stands for no day. No row has it: `DayIndexBuilder` refuses it. */
export const NO_DAY = -(2 ** 31)

/** For each row, an amount for some days: seats that are free, say. */
export class DayIndex {
  readonly arrays: DayArrays
  readonly rows: number

  constructor(arrays: DayArrays, rows: number) {
    this.arrays = arrays
    this.rows = rows
  }

  /** Whether a row has at least so much on a day from `from` to `to`. */
  has(row: number, from: number, to: number, least: number): boolean {
    const { starts, days, amounts } = this.arrays
    for (let i = starts[row] as number; i < (starts[row + 1] as number); i++) {
      const day = days[i] as number
      if (day > to) return false
      if (day >= from && (amounts[i] as number) >= least) return true
    }
    return false
  }

  /** Where the words of a window and a level begin; undefined for a window without planes. */
  planeStart(window: number, level: number): number | undefined {
    const at = this.arrays.planeWindows.indexOf(window)
    return at < 0 ? undefined : (at * LEVELS + level - 1) * this.rows
  }
}

export function windowOf(day: number): number {
  return Math.floor(day / WINDOW_DAYS)
}
