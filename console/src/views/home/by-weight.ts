import type { ComparableHomes } from '../../service/answers.ts'

export type Comparable = ComparableHomes['comparable_homes'][number]

const LEAST_WEIGHT = 0.01

/**
 * Separates sales that hardly influence the value from the other sales. If every sale has almost no weight, `others` is
 * empty.
 */
export function byWeight(comparables: readonly Comparable[]) {
  const weighty = comparables.filter(({ comparison: { weight } }) => weight >= LEAST_WEIGHT)
  if (weighty.length === 0) return { weighty: comparables, others: [] }
  return { weighty, others: comparables.filter((one) => !weighty.includes(one)) }
}
