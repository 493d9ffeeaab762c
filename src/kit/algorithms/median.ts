/** Returns the middle number, or the mean of the two middle numbers; NaN for an empty list. */
export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort()
  const middle = sorted.length >>> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * Returns the middle number, or the greater of the two middle numbers: always one of the values. Undefined for an empty
 * list.
 */
export function upperMedian(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[values.length >> 1]
}

/** A value with a weight above 0. */
interface Weighted {
  readonly value: number
  readonly weight: number
}

/**
 * Returns the value with half of the total weight on either side. If two neighboring values split the weight in half,
 * returns their mean. Undefined without values. An extreme value of little weight does not distort the result.
 */
export function weightedMedian(all: readonly Weighted[]): number | undefined {
  const ordered = all.toSorted((one, other) => one.value - other.value)
  const half = ordered.reduce((sum, { weight }) => sum + weight, 0) / 2
  let below = 0
  for (const [i, { value, weight }] of ordered.entries()) {
    below += weight
    if (below === half) return (value + (ordered[i + 1]?.value ?? value)) / 2
    if (below > half) return value
  }
  return ordered.at(-1)?.value
}

/**
 * Returns the smallest value for which all values up to it have at least this share of the total weight. Undefined for
 * an empty list.
 */
export function weightedQuantile(all: readonly Weighted[], share: number): number | undefined {
  const ordered = all.toSorted((one, other) => one.value - other.value)
  const wanted = share * ordered.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  return (
    ordered.find(({ weight }) => {
      below += weight
      return below >= wanted
    }) ?? ordered.at(-1)
  )?.value
}
