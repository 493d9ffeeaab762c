/** Index of the first text of a sorted list that does not come before `text`; the length where all do. */
export function firstNotBelow(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first number from `from` on that is not below `value`, where these ascend; `to` where all are. */
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

/** Index of the first of some ascending numbers that is greater than `value`; the length where none is. */
export function firstAbove(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? Infinity) > value) high = middle
    else low = middle + 1
  }
  return low
}
