/** Warm-up rounds of a few hundred searches: the compiler takes about 20,000 searches to settle. */
export const WARM_ROUNDS = 40

/** The result of some work, and how long it took. */
export function timed<T>(work: () => T): [result: T, milliseconds: number] {
  const start = performance.now()
  const result = work()
  return [result, performance.now() - start]
}

/** The quantile of unsorted numbers; NaN when there are none. */
export function quantile(numbers: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(numbers: Iterable<number>): number {
  return quantile(numbers, 0.5)
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
