import type { Calendar } from './calendar.ts'
import { halfYearGrowth } from './words/growth.ts'

const YEARS_BACK = 18

/** Seasonal change of prices, in percent. Prices gain in spring what they lose in autumn. */
const SEASON = 0.35

/**
 * The monthly price level of one metro, relative to today. Every sale, assessment and series of the metro follows this
 * level. Growth depends on calendar years, so that samples that are made later have the same past.
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
   * Returns the price level of a month, relative to the current month. Months outside of the table get the level of the
   * nearest month in the table.
   */
  factor(month: number): number {
    const at = Math.min(this.#factors.length - 1, Math.max(0, month - this.#firstMonth))
    return this.#factors[at] as number // the index is clamped to the table
  }
}

/** Returns the growth from the previous month to this month, as a logarithm. */
function monthlyGrowth(city: string, month: number): number {
  const ofYear = month % 12
  const growth = halfYearGrowth(city, Math.floor(month / 12), ofYear < 6 ? 0 : 1)
  const season = Math.cos((ofYear - 3) * (Math.PI / 6)) * SEASON
  return Math.log1p(growth / 100) / 6 + season / 100
}
