import { Random } from '../src/kit/algorithms/random.ts'
import type { MortgageRate } from '../src/model/market.ts'
import type { Calendar } from './calendar.ts'
import { SOURCE } from './identity.ts'

/** Loan products: percentage points above the 30-year rate, and points that lenders charge. */
const PRODUCTS = [
  ['30_Year_Fixed_Conforming', 0, 0.7],
  ['20_Year_Fixed_Conforming', -0.2, 0.7],
  ['15_Year_Fixed_Conforming', -0.75, 0.6],
  ['30_Year_Jumbo_(Non_Conforming)', 0.15, 0.8],
  ['10_6_ARM_Conforming', -0.05, 0.6],
  ['7_6_ARM_Conforming', -0.2, 0.5],
  ['5_6_ARM_Conforming', -0.3, 0.4],
  ['30_Year_Fixed_FHA', -0.4, 0.9],
  ['30_Year_Fixed_VA', -0.35, 0.7],
] as const

const WEEKS = 522
const LOWEST = 2.7
const HIGHEST = 8

/** Yields weekly rates of all products for ten years, up to last Thursday: surveys of rates appear on Thursdays. */
export function* mortgageRates(seed: number, calendar: Calendar): Generator<MortgageRate> {
  const lastThursday = daysSinceThursday(calendar.todayMs)
  const random = new Random(seed, 'rates')
  let level = 4.1
  for (let week = WEEKS - 1; week >= 0; week--) {
    const date = calendar.day(lastThursday + week * 7)
    // A slow wave, so that ten years have highs and lows.
    const pull = 5.2 + 1.9 * Math.sin((WEEKS - week) / 83)
    level = Math.min(HIGHEST, Math.max(LOWEST, level + (pull - level) * 0.02 + 0.05 * random.bell()))
    for (const product of PRODUCTS) yield rateOf(product, date, level + 0.02 * random.bell())
  }
}

function rateOf([name, above, points]: (typeof PRODUCTS)[number], date: string, level: number): MortgageRate {
  const rate = Math.round((level + above) * 100) / 100
  return {
    rateId: `${name}/${date}`,
    source: SOURCE,
    product: name,
    date,
    rate,
    apr: Math.round((rate + 0.05 + points * 0.1) * 1000) / 1000,
    points,
  }
}

/** 1970-01-01 was a Thursday. */
function daysSinceThursday(todayMs: number): number {
  return Math.floor(todayMs / 86_400_000) % 7
}
