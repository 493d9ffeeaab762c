import type { ComparableHomes } from '../../service/answers.ts'

export type Comparable = ComparableHomes['comparable_homes'][number]

const LEAST_WEIGHT = 0.01

/** Separates sales with almost no weight from the others. If no sale has weight, all are shown together. */
export function byWeight(comparables: readonly Comparable[]) {
  const weighty = comparables.filter(({ comparison: { weight } }) => weight >= LEAST_WEIGHT)
  if (weighty.length === 0) return { weighty: comparables, others: [] }
  return { weighty, others: comparables.filter((one) => !weighty.includes(one)) }
}
