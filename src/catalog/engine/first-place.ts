/**
 * Binary search: returns the first place in [from, to) for which `isReached` is true, or `to`. Once it is true for a
 * place, it must be true for all later places.
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
