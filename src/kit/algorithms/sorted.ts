/**
 * Index of the first text in a sorted list that does not come before `text`, or the length of the list if there is
 * none.
 */
export function firstNotBelow(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Lower bound: index of the first number in [from, to) that is at least `value`, or `to`. The numbers ascend. */
export function firstFrom(
  ascending: Float64Array | Float32Array | Int32Array,
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
 * Index of the first number that is greater than `value`, or the length of the list if there is none. The numbers
 * ascend.
 */
export function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Infinity) > value) high = middle
    else low = middle + 1
  }
  return low
}
