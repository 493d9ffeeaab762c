/** Latencies by buckets: how many calls took at most as long as each bound, but longer than the one before it. */
export interface Histogram {
  readonly bounds: readonly number[]
  /** One more than there are bounds. */
  readonly counts: readonly number[]
  readonly sum: number
}

/** The numbers of a histogram in an array: one for each bucket, the last without a bound, then the sum. */
export class Buckets {
  readonly #bounds: readonly number[]
  /** How many numbers it takes. */
  readonly size: number

  /** `bounds` ascend; each belongs to its bucket. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.size = bounds.length + 2
  }

  add(numbers: Float64Array, start: number, value: number): void {
    let bucket = 0
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] as number)) bucket++ // within the bounds
    const place = start + bucket
    const sum = start + this.size - 1
    numbers[place] = (numbers[place] as number) + 1 // within the array, like the next
    numbers[sum] = (numbers[sum] as number) + value
  }

  /** All histograms that begin at these places together. */
  read(numbers: Float64Array, starts: readonly number[]): Histogram {
    const total = (at: number) => starts.reduce((sum, start) => sum + (numbers[start + at] as number), 0) // as above
    const counts = Array.from({ length: this.size - 1 }, (_, bucket) => total(bucket))
    return { bounds: this.#bounds, counts, sum: total(this.size - 1) }
  }
}
