import type { Filter } from './filter.ts'

/** A computation that can be interrupted: the generator yields after every portion of work. */
export type Steps<T> = Generator<void, T>

/** Approximate nanoseconds of work between two yields. */
const STEP_NS = 250_000

/** Thrown when a search would exceed its limit. */
export class TooMuchWork extends Error {
  constructor() {
    super('The search exceeds its work limit.')
    this.name = 'TooMuchWork'
  }
}

/** Estimates the nanoseconds that a search has taken, from the cost of its filters, without reading a clock. */
export class Work {
  doneNs = 0
  #mostNs: number
  #pauseNs = STEP_NS

  constructor(mostNs = Number.POSITIVE_INFINITY) {
    this.#mostNs = mostNs
  }

  /** Returns true if it is time to yield, and then starts counting toward the next yield. */
  get isPauseDue(): boolean {
    if (this.doneNs < this.#pauseNs) return false
    this.#pauseNs = this.doneNs + STEP_NS
    return true
  }

  /** Counts work of the search. Throws TooMuchWork above the search's limit. */
  spend(ns: number): void {
    this.doneNs += ns
    if (this.doneNs > this.#mostNs) throw new TooMuchWork()
  }

  /** Counts work toward the next yield, but not toward the search's limit, because the search did not cause it. */
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

/** Runs a computation to its end without pauses, for threads that do nothing else. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
