/**
 * The value, or the monthly rent, of a typical home of a region over time, from one source. A result as of a day
 * `knownBy` uses nothing later than that day. Days are day numbers.
 */
export interface RegionValues {
  /** Key of the region, see `regions/region-keys.ts`. */
  readonly region: string
  /** The publisher, or a note that the values were computed from the catalog's sales. */
  readonly source: string
  readonly firstDay: number
  /** Values are known from this day on. It is never before `firstDay`. */
  readonly readyDay: number
  /**
   * The value in dollars on a day from `firstDay` on, from what was known by `knownBy`, which is no earlier than `day`
   * and `readyDay`.
   */
  valueOn(day: number, knownBy: number): number
  newestDay(knownBy: number): number
  /** The number of sales in a month since January 1970; absent for published values. */
  salesIn?(month: number): number
  /**
   * Returns the day from which values stay the same, because there is no newer data. It is before `newestDay` if the
   * newest data is the mean of a whole month, which is dated to the middle of the month.
   */
  flatFrom(knownBy: number): number
}
