import type { Estimate } from '../src/model/home.ts'
import type { Draft } from './draft.ts'
import { twoDigits } from './identity.ts'
import type { Site } from './site.ts'
import { toHundred } from './worth.ts'

const HISTORY_MONTHS = 120

/** One in this many homes has monthly estimates for ten years. */
const MONTHLY_EVERY = 50

/** Other homes have an estimate per half-year: enough for a chart, and small. */
const HALF_YEAR_MONTHS = 6

/** Homes after this many have no charts, because larger samples are only for measurements. */
const CHARTED_HOMES = 50_000

type Estimates = [month: string, value: number][]

/**
 * Returns an estimate within a few percent of the true value. Undefined for one home in twelve: real sources have gaps
 * too.
 */
export function estimateOf(site: Site): Estimate | undefined {
  const { random, index, worth } = site
  if (random.chance(1 / 12)) return undefined
  const stray = 1 + 0.03 * random.bell()
  const estimate: Draft<Estimate> = { value: toHundred(worth.value * stray) }
  estimate.lowPercent = random.whole(4, 9)
  estimate.highPercent = random.whole(4, 9)
  if (worth.rent > 0 && random.chance(0.95)) {
    estimate.rent = Math.round(worth.rent * (1 + 0.04 * random.bell()))
    estimate.rentLowPercent = random.whole(6, 12)
    estimate.rentHighPercent = random.whole(6, 12)
  }
  const everyMonths = index % MONTHLY_EVERY === 0 ? 1 : HALF_YEAR_MONTHS
  if (everyMonths > 1 && index >= CHARTED_HOMES) return estimate
  estimate.history = historyOf(site, worth.value * stray, 100, everyMonths)
  if (estimate.rent !== undefined) estimate.rentHistory = historyOf(site, estimate.rent, 1, everyMonths)
  return estimate
}

/** Returns past estimates up to the last complete month. */
function historyOf({ block, calendar }: Site, today: number, unit: number, everyMonths: number): Estimates {
  const lastMonth = calendar.month(0) - 1
  const count = HISTORY_MONTHS / everyMonths
  return Array.from({ length: count }, (_, at) => {
    const month = lastMonth - (count - 1 - at) * everyMonths
    const value = Math.round((today * block.zip.metro.path.factor(month)) / unit) * unit
    return [`${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}`, value]
  })
}
