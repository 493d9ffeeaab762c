import type { Calendar } from './calendar.ts'
import { halfYearGrowth } from './words/growth.ts'

const YEARS_BACK = 18

/** Seasonal price change in percent. Prices rise in spring and fall as much in autumn. */
const SEASON = 0.35

/**
 * A metro's monthly price level, relative to today. All its sales, assessments and series follow it. Growth depends on
 * calendar years, so that later samples have the same past.
 */
export class MarketPath {
  readonly #factors: Float64Array
  readonly #firstMonth: number

  constructor(city: string, calendar: Calendar) {
    const lastMonth = calendar.month(0)
    this.#firstMonth = lastMonth - YEARS_BACK * 12
    this.#factors = new Float64Array(YEARS_BACK * 12 + 1)
    let logLevel = 0
    for (let at = this.#factors.length - 1; at >= 0; at--) {
      this.#factors[at] = Math.exp(logLevel)
      logLevel -= monthlyGrowth(city, this.#firstMonth + at)
    }
  }

  /**
   * Returns a month's price level relative to the current month. Months outside the table get the nearest month's
   * level.
   */
  factor(month: number): number {
    const at = Math.min(this.#factors.length - 1, Math.max(0, month - this.#firstMonth))
    return this.#factors[at] as number // the index is clamped to the table
  }
}

/** Returns the logarithm of the growth in a month. */
function monthlyGrowth(city: string, month: number): number {
  const ofYear = month % 12
  const growth = halfYearGrowth(city, Math.floor(month / 12), ofYear < 6 ? 0 : 1)
  const season = Math.cos((ofYear - 3) * (Math.PI / 6)) * SEASON
  return Math.log1p(growth / 100) / 6 + season / 100
}
