const KEPT_MAX = 2000

/** The minimum and maximum of some numbers, and the range of most of them. */
export class Range {
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY
  /** An even sample of the numbers: every n-th number. */
  #kept: number[] = []
  #stride = 1
  #count = 0

  add(value: number): void {
    if (Number.isNaN(value)) return
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
    if (this.#count++ % this.#stride === 0) this.#kept.push(value)
    if (this.#kept.length < KEPT_MAX) return
    this.#kept = this.#kept.filter((_, at) => at % 2 === 0)
    this.#stride *= 2
  }

  get ends(): { readonly min: number; readonly max: number } {
    return { min: this.#min, max: this.#max }
  }

  /** Returns the share of the numbers between `least` and `greatest`. */
  share(least: number, greatest: number): number {
    return this.#kept.filter((value) => value >= least && value <= greatest).length / Math.max(1, this.#kept.length)
  }

  /** The range without the lowest and highest 5 %. */
  get most(): readonly [min: number, max: number] {
    const sorted = this.#kept.toSorted((a, b) => a - b)
    const left = Math.floor(sorted.length / 20)
    return [sorted[left] ?? this.#min, sorted.at(-1 - left) ?? this.#max]
  }
}
