import type { Filter } from './filter.ts'

/** A search that lets others in between: it pauses after every so much work, and returns what it found. */
export type Steps<T> = Generator<void, T>

/** Nanoseconds of work between two pauses, about. */
const STEP_NS = 250_000

/** Thrown by a search that would take more than one may. */
export class TooMuchWork extends Error {
  constructor() {
    super('The search takes more work than one may.')
    this.name = 'TooMuchWork'
  }
}

/** How much a search has done, in nanoseconds by what its filters cost: nobody looks at a clock. */
export class Work {
  doneNs = 0
  readonly #mostNs: number
  #pauseNs = STEP_NS

  constructor(mostNs = Number.POSITIVE_INFINITY) {
    this.#mostNs = mostNs
  }

  /** Whether it is time to pause; time to go on until the next time from then on. */
  get isPauseDue(): boolean {
    if (this.doneNs < this.#pauseNs) return false
    this.#pauseNs = this.doneNs + STEP_NS
    return true
  }

  /** Throws TooMuchWork once that was more than one search may do. */
  spend(ns: number): void {
    this.doneNs += ns
    if (this.doneNs > this.#mostNs) throw new TooMuchWork()
  }

  /** `filter.keep`, counted. */
  keep(filter: Filter, rows: Uint32Array, start: number, end: number, into: Uint32Array, at: number): number {
    const kept = filter.keep(rows, start, end, into, at)
    this.spend((end - start) * filter.costNs + (filter.furtherNs?.() ?? 0))
    return kept
  }
}

/** Runs a search from beginning to end, for whom nobody waits meanwhile. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
