/** Maximum number of values to sort directly. */
const SORTED_AT_MOST = 32

/**
 * Partially sorts `values[start]` … `values[end - 1]`: afterwards, each index in `places` has the value that it would
 * have in a full sort. The indexes ascend.
 */
export function select(values: Float64Array, places: readonly number[], start = 0, end = values.length): void {
  let mostParts = 2 * Math.ceil(Math.log2(Math.max(2, end - start)))
  let [first, last, left] = [start, end, places]
  while (left.length > 0) {
    if (last - first <= SORTED_AT_MOST || mostParts-- === 0) {
      values.subarray(first, last).sort()
      return
    }
    const lower = partition(values, first, last) + 1
    const [below, above] = [left.filter((place) => place < lower), left.filter((place) => place >= lower)]
    if (below.length > 0 && above.length > 0) select(values, below, first, lower)
    if (above.length > 0) [first, left] = [lower, above]
    else [last, left] = [lower, below]
  }
}

/**
 * Splits `values[first]` … `values[end - 1]` into two parts. No number in the first part exceeds a number in the second
 * part. Returns the last index of the first part.
 */
function partition(values: Float64Array, first: number, end: number): number {
  const pivot = middleOf(values[first] as number, values[(first + end) >>> 1] as number, values[end - 1] as number)
  let [low, high] = [first - 1, end]
  for (;;) {
    do low++
    while ((values[low] as number) < pivot)
    do high--
    while ((values[high] as number) > pivot)
    if (low >= high) return high
    const value = values[low] as number
    values[low] = values[high] as number
    values[high] = value
  }
}

function middleOf(one: number, two: number, three: number): number {
  return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three))
}

/**
 * Returns the index of a quantile among `count` sorted numbers: the first number that is at least as large as this
 * share of all numbers.
 */
export function placeOf(share: number, count: number): number {
  return Math.max(0, Math.ceil(share * count) - 1)
}
