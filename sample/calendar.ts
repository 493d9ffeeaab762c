import { DAY_MS, type Day, dayOf } from '../src/kit/base/clock.ts'

const DAYS_BACK = 16 * 366
const DAYS_AHEAD = 500

/**
 * Days counted back from the sample's last day. Dates are formatted in advance, because a million homes need tens of
 * millions.
 */
export class Calendar {
  /** The time of the sample. */
  readonly nowMs: number
  /** 00:00 UTC of the sample's day. */
  readonly todayMs: number
  /** Calendar year of the sample's day. */
  readonly thisYear: number
  readonly #texts: string[] = []
  readonly #months: Uint32Array
  readonly #yearStarts: number[] = []

  constructor(nowMs: number) {
    this.nowMs = nowMs
    this.todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
    this.#months = new Uint32Array(DAYS_BACK + DAYS_AHEAD + 1)
    for (let at = 0; at <= DAYS_BACK + DAYS_AHEAD; at++) {
      const date = new Date(this.todayMs + (at - DAYS_BACK) * DAY_MS)
      this.#texts.push(dayOf(date.getTime()))
      this.#months[at] = date.getUTCFullYear() * 12 + date.getUTCMonth()
    }
    this.thisYear = new Date(nowMs).getUTCFullYear()
    for (let year = this.thisYear - 40; year <= this.thisYear + 1; year++) {
      this.#yearStarts.push(Math.round((this.todayMs - Date.UTC(year, 0, 1)) / DAY_MS))
    }
  }

  /** The date `daysAgo` days ago; negative in the future. From 16 years ago to 500 days ahead. */
  day(daysAgo: number): Day {
    return this.#texts[DAYS_BACK - daysAgo] as string // callers stay in the range, as tests check
  }

  /** Returns the day's month, counted from the year 0. Market paths use this number. */
  month(daysAgo: number): number {
    return this.#months[DAYS_BACK - daysAgo] as number // callers stay in the range
  }

  year(daysAgo: number): number {
    return Math.floor(this.month(daysAgo) / 12)
  }

  /** The weekday, with Monday as 0. 1 January 1970 was a Thursday. */
  weekday(daysAgo: number): number {
    return (this.todayMs / DAY_MS - daysAgo + 3) % 7
  }

  /** 00:00 UTC of the day. */
  startMs(daysAgo: number): number {
    return this.todayMs - daysAgo * DAY_MS
  }

  /** Returns how many days ago a year began. Covers the last 40 years and the next year. */
  newYear(year: number): number {
    return this.#yearStarts[year - this.thisYear + 40] ?? Number.POSITIVE_INFINITY
  }
}
