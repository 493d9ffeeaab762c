/**
 * The value or monthly rent of a region's typical home over time, from one source. All days are day numbers. Methods
 * with `knownBy` use only data up to that day.
 */
export interface RegionValues {
  /** See `regions/region-keys.ts`. */
  readonly region: string
  /** The publisher, or a note that the values were computed from the catalog's sales. */
  readonly source: string
  readonly firstDay: number
  /** Values can be requested from this day on. Never before `firstDay`. */
  readonly readyDay: number
  /** Returns the value in dollars on a day, not before `firstDay`. `knownBy` must not be before `day` or `readyDay`. */
  valueOn(day: number, knownBy: number): number
  newestDay(knownBy: number): number
  /** Number of sales in a month, given as months since January 1970. Absent for published values. */
  salesIn?(month: number): number
  /**
   * Returns the day from which values stay the same for lack of newer data. May be before `newestDay`, because a
   * month's mean is dated to the middle of the month.
   */
  flatFrom(knownBy: number): number
}
