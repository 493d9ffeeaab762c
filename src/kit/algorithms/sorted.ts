/**
 * Binary search: returns the first index in [from, to) for which `isReached` is true, or `to`. If `isReached` is true
 * for an index, it must be true for all later indexes.
 */
export function firstPlace(from: number, to: number, isReached: (place: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the index of the first string of a sorted list that is not below `text`, or the list's length. */
export function firstNotBelow(sorted: readonly string[], text: string): number {
  return firstPlace(0, sorted.length, (at) => (sorted[at] ?? '') >= text)
}

/**
 * Lower bound: returns the index of the first number in [from, to) that is at least `value`, or `to`. The numbers
 * ascend. Estimators call this function for every value, so it has a separate loop.
 */
export function firstFrom(
  ascending: Float64Array | Float32Array | Int32Array | Uint32Array,
  value: number,
  from = 0,
  to = ascending.length,
): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns the index of the first number that is greater than `value`, or the length of the list. The numbers ascend.
 */
export function firstAbove(sorted: Float64Array, value: number): number {
  return firstPlace(0, sorted.length, (at) => (sorted[at] as number) > value)
}
