import type { TaxYear } from '../src/model/home.ts'
import type { Site } from './site.ts'

const YEARS = 10

/**
 * Returns up to ten yearly assessments, oldest first, from the year of construction on. The assessed value follows the
 * market each January; the tax follows the assessed value.
 */
export function taxesOf({ random, block, worth, calendar, dwelling }: Site): readonly TaxYear[] {
  const { metro, taxRate } = block.zip
  const share = metro.economy.assessedShare * random.between(0.93, 1.05)
  const rate = (taxRate / metro.economy.assessedShare) * random.between(0.97, 1.03)
  const last = calendar.thisYear - 1
  const years: TaxYear[] = []
  for (let year = Math.max(last - YEARS + 1, dwelling.yearBuilt); year <= last; year++) {
    const assessedValue = Math.round(worth.value * metro.path.factor(year * 12) * share)
    years.push({ year, assessedValue, taxPaid: Math.round(assessedValue * rate) })
  }
  return years
}
