/**
 * Number of rounds before measuring. A round has a few hundred searches, and the just-in-time compiler needs about
 * 20,000.
 */
export const WARM_ROUNDS = 40

/** Returns the numbers from 0 to `count - 1`. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}

/** Returns a quantile of unsorted numbers. NaN if there are none. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(values: Iterable<number>): number {
  return quantile(values, 0.5)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
