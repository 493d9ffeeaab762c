import type { Estimate } from '../../model/home.ts'
import type { Draft } from './draft.ts'
import { twoDigits } from './identity.ts'
import type { Site } from './site.ts'
import { toHundred } from './worth.ts'

const HISTORY_MONTHS = 120

/** One home in this many has ten years of monthly estimates; for the others they are derived. */
const HISTORY_EVERY = 50

/** Within a few percent of the home's true worth; absent for one home in twelve, as in real sources. */
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
  if (index % HISTORY_EVERY === 0) {
    estimate.history = monthly(site, worth.value * stray, 100)
    if (estimate.rent !== undefined) estimate.rentHistory = monthly(site, estimate.rent, 1)
  }
  return estimate
}

/** Ends with last month: an unfinished month gets no point. */
function monthly({ block, calendar }: Site, today: number, unit: number): [month: string, value: number][] {
  const thisMonth = calendar.month(0)
  return Array.from({ length: HISTORY_MONTHS }, (_, at) => {
    const month = thisMonth - HISTORY_MONTHS + at
    const value = Math.round((today * block.zip.metro.path.factor(month)) / unit) * unit
    return [`${Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}`, value]
  })
}
