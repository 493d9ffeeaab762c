import type { Filter } from './filter.ts'

/** A search that can be interrupted. The generator yields after every portion of work, and returns the result. */
export type Steps<T> = Generator<void, T>

/** Approximate nanoseconds of work between two yields. */
const STEP_NS = 250_000

/** Thrown by a search that would exceed its limit. */
export class TooMuchWork extends Error {
  constructor() {
    super('The search exceeds its work limit.')
    this.name = 'TooMuchWork'
  }
}

/** Work of a search so far, in nanoseconds. Estimated from the cost of its filters without reading a clock. */
export class Work {
  doneNs = 0
  #mostNs: number
  #pauseNs = STEP_NS

  constructor(mostNs = Number.POSITIVE_INFINITY) {
    this.#mostNs = mostNs
  }

  /** Whether it is time to yield. If so, starts counting toward the next yield. */
  get isPauseDue(): boolean {
    if (this.doneNs < this.#pauseNs) return false
    this.#pauseNs = this.doneNs + STEP_NS
    return true
  }

  /** Throws TooMuchWork once the search has exceeded its limit. */
  spend(ns: number): void {
    this.doneNs += ns
    if (this.doneNs > this.#mostNs) throw new TooMuchWork()
  }

  /** Counts work toward the next yield but not toward the search's limit. For work that the search does not cause. */
  grant(ns: number): void {
    this.doneNs += ns
    this.#mostNs += ns
  }

  /** Runs `filter.keep` and counts its cost. */
  keep(filter: Filter, rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const keptEnd = filter.keep(rows, start, end, into, at)
    this.spend((end - start) * filter.costNs + (filter.furtherNs?.() ?? 0))
    return keptEnd
  }
}

/** Runs a search to its end without pauses, for callers that do not share their thread. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
