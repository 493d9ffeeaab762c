import { Random } from '../base/random.ts'
import type { Calendar } from './calendar.ts'

/** Yearly growth of the invented country, percent, repeated for years outside the list. */
const NATIONAL_GROWTH: readonly number[] = [4, 2, -1, 3, 6, 7, 5, 6, 5, 4, 3, 9, 13, 6, 3, 4, 2]

const YEARS_BACK = 18

/**
 * The monthly price level of one metro relative to today. Every sale, assessment and series of the metro follows it.
 * Growth is tied to calendar years, so the path stays the same in later samples.
 */
export class MarketPath {
  readonly #factors: Float64Array
  readonly #firstMonth: number

  constructor(seed: number, key: string, calendar: Calendar) {
    const lastMonth = calendar.month(0)
    this.#firstMonth = lastMonth - YEARS_BACK * 12
    this.#factors = new Float64Array(YEARS_BACK * 12 + 1)
    let logLevel = 0
    for (let at = this.#factors.length - 1; at >= 0; at--) {
      this.#factors[at] = Math.exp(logLevel)
      logLevel -= monthlyGrowth(seed, key, this.#firstMonth + at)
    }
  }

  /** Price level of a month relative to this month; out-of-range months use the nearest known one. */
  factor(month: number): number {
    const at = Math.min(this.#factors.length - 1, Math.max(0, month - this.#firstMonth))
    return this.#factors[at] as number // clamped to the table
  }
}

/** Of the logarithm, from the month before to this one. */
function monthlyGrowth(seed: number, key: string, month: number): number {
  const year = Math.floor(month / 12)
  const national = NATIONAL_GROWTH[year % NATIONAL_GROWTH.length] as number // the list is not empty
  const random = new Random(seed, `growth/${key}`, year)
  const local = random.bell() * 1.6
  // Springs gain what autumns lose, so a year's growth is unaffected.
  const season = Math.cos(((month % 12) - 3) * (Math.PI / 6)) * 0.35
  return ((national + local) / 12 + season) / 100
}
