import type { Catalog } from '../../../catalog/ports/catalog.ts'
import type { ValueKind } from '../../../catalog/ports/estimator-lookup.ts'
import type { Home } from '../../../model/home.ts'
import { estimateOf, type ShownValue } from '../../../worth/valuation/estimate.ts'
import type { OwnEstimate } from '../../../worth/valuation/own-estimate.ts'
import type { valueIndexAt } from '../../../worth/valuation/value-index.ts'
import type { ChartMonth } from './chart-months.ts'
import { followedWords, type KnownPrice, MAX_STALE_DAYS, movedOn } from './derived-values.ts'

/** What the line of a home's values or rents is computed from. */
export interface LineInput {
  readonly kind: ValueKind
  /** Today's estimate, as other answers show it. */
  readonly current: ShownValue | undefined
  readonly prices: readonly KnownPrice[]
  readonly indexAt: typeof valueIndexAt
  /** What `source` calls the prices and the index. */
  readonly words: { readonly prices: string; readonly index: string }
}

/** Plat's own estimates, month by month, and a description of their source. */
export interface EstimatedMonths {
  readonly values: ReadonlyMap<string, number>
  readonly source: string
}

/**
 * Returns each month's value as it would have been estimated at the time: by the newest estimator of that time,
 * adjusted by how values in the area moved until the month's end. Uses nothing later than the month.
 */
export async function estimatedMonths(
  home: Home,
  { kind, current, indexAt, words }: Pick<LineInput, 'kind' | 'current' | 'indexAt' | 'words'>,
  months: readonly ChartMonth[],
  catalog: Catalog,
): Promise<EstimatedMonths> {
  const days = await catalog.estimators.days(kind, home.address.state)
  const [first = 0] = days
  const answered = await Promise.all(days.map((day) => estimateOf(kind, home, day, catalog)))
  const estimates = answered.filter((estimate) => estimate !== undefined)
  const index = await indexAt(home.address, home.homeType, first, catalog)
  const followed = new Set<string>()
  const valueIn = ({ firstDay, lastDay }: ChartMonth): number | undefined => {
    const last = estimates.findLast(({ day }) => day <= lastDay)
    if (last === undefined || last.day >= firstDay) return last?.value
    const change = index.change(last.day, lastDay)
    if (change === undefined || lastDay - change.newestDay > MAX_STALE_DAYS) return heldOn(last, lastDay)
    followed.add(followedWords(words.index, change))
    return Math.round(last.value * change.factor)
  }
  const thisMonth = months.at(-1)
  const values = new Map<string, number>()
  for (const month of months) {
    const value = month === thisMonth ? current?.amount : valueIn(month)
    if (value !== undefined) values.set(month.month, value)
  }
  return { values, source: `estimates by Plat, each computed from earlier sales only${movedOn(followed)}` }
}

/** Returns an estimate unchanged for months soon after it; undefined for later months. */
function heldOn({ day, value }: OwnEstimate, lastDay: number): number | undefined {
  return lastDay - day <= MAX_STALE_DAYS ? value : undefined
}
