import type { CatalogAbout } from '../../catalog/ports/catalog.ts'
import { sourceName } from '../../catalog/ports/source-name.ts'
import { weightedQuantile } from '../../kit/algorithms/median.ts'
import type { Home } from '../../model/home.ts'
import type { Comparison } from '../estimator/appraisal.ts'
import type { Comparables } from './comparables.ts'
import { publishedValue } from './estimate.ts'
import { MIN_SALES_AROUND } from './own-estimate.ts'

/** Kinds of values in order of precedence. Answers show the first that is known. */
export const VALUE_SOURCES = ['published', 'estimated', 'comparables'] as const

/** A value of a home in dollars, with its source. */
export interface SourcedValue {
  readonly kind: (typeof VALUE_SOURCES)[number]
  readonly source: string
  readonly value: number
  /** The range is from `low` to `high`. Both are undefined if the source gives no range. */
  readonly low: number | undefined
  readonly high: number | undefined
}

/** Returns all known values of a home, in the order of `VALUE_SOURCES`. */
export function sourcedValues(home: Home, comparables: Comparables, about: CatalogAbout): readonly SourcedValue[] {
  const published = publishedValue('price', home)
  if (published === undefined) return modelValues(comparables)
  const { amount: value, lowPercent, highPercent } = published
  const isRanged = lowPercent !== undefined && highPercent !== undefined
  const end = (percent: number) => Math.round(value * (1 + percent / 100))
  const range = isRanged ? { low: end(-lowPercent), high: end(highPercent) } : NO_RANGE
  return [{ kind: 'published', source: sourceName(about, home), value, ...range }, ...modelValues(comparables)]
}

/** Returns the values that models compute from sales. */
export function modelValues({ estimate, value, comparisons }: Comparables): readonly SourcedValue[] {
  const values: SourcedValue[] = []
  if (estimate !== undefined) {
    const { value: own, low80: low, high80: high } = estimate
    values.push({ kind: 'estimated', source: 'Plat', value: own, low, high })
  }
  if (value !== undefined) {
    const range = spreadOf(value, comparisons)
    values.push({ kind: 'comparables', source: 'comparable sales', value: Math.round(value), ...range })
  }
  return values
}

const NO_RANGE = { low: undefined, high: undefined }

/**
 * Returns a range that leaves a tenth of the weight on either side. If there are few sales, `low` and `high` are
 * undefined.
 */
function spreadOf(value: number, comparisons: readonly Comparison[]): Pick<SourcedValue, 'low' | 'high'> {
  if (comparisons.length < MIN_SALES_AROUND) return NO_RANGE
  const suggested = comparisons.map(({ adjustedPrice, weight }) => ({ value: adjustedPrice, weight }))
  const end = (share: number) => weightedQuantile(suggested, share) ?? value
  return { low: Math.round(Math.min(value, end(0.1))), high: Math.round(Math.max(value, end(0.9))) }
}
