import { type Steps, Work } from '../../../engine/work.ts'

/** Limit for one search, in nanoseconds of Work: more would keep its caller and everybody else waiting. */
const MAX_NS = 200e6

/** Budget per turn of the event loop: for all searches that begin in it, and for the one that continues. */
const TURN_NS = 3e6

/** Searches that may be paused at a time: each holds at least four bytes of memory per row. */
const MAX_PAUSED = 6

type Search<T> = (work: Work) => Steps<T>

/** A search that a caller is waiting for. */
interface Task {
  /** undefined until the search starts or restarts. */
  steps: Steps<unknown> | undefined
  work: Work
  readonly search: Search<unknown>
  readonly resolve: (found: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets searches share a thread. A search that fits into the current turn of the event loop runs at once; longer ones
 * continue in later turns, step by step, so that connections are served in between. When too many searches are
 * paused, a started one is thrown away to save memory and restarted later.
 */
export class Turns {
  readonly #mostNs: number
  #doneNs = 0
  #isBooked = false
  /** Not started: they arrived when the turn's budget was spent. */
  readonly #waiting: Task[] = []
  readonly #paused: Task[] = []
  /** To be restarted when a paused search ends. */
  readonly #parked: Task[] = []

  /** A search that takes more than `mostNs` throws TooMuchWork. */
  constructor(mostNs = MAX_NS) {
    this.#mostNs = mostNs
  }

  /** Runs a search; returns its result without a promise if it fits into the current turn. */
  run<T>(search: Search<T>): T | Promise<T> {
    const work = new Work(this.#mostNs)
    const isSpent = this.#doneNs >= TURN_NS
    const steps = isSpent ? undefined : search(work)
    const ended = steps && this.#advance(steps, work)
    if (ended) return ended.value
    return new Promise<T>((resolve, reject) => {
      const task: Task = { steps, work, search, resolve: resolve as Task['resolve'], reject } // gets its search's result
      if (isSpent) this.#waiting.push(task)
      else this.#pause(task)
    })
  }

  /** Runs a search until it ends or its budget is spent; undefined when it has not ended. */
  #advance<T>(steps: Steps<T>, work: Work, mostNs = TURN_NS - this.#doneNs): { readonly value: T } | undefined {
    const begunNs = work.doneNs
    this.#book()
    try {
      for (;;) {
        const { done, value } = steps.next()
        if (done) return { value }
        if (work.doneNs - begunNs >= mostNs) return undefined
      }
    } finally {
      this.#doneNs += work.doneNs - begunNs
    }
  }

  #pause(task: Task): void {
    if (this.#paused.length < MAX_PAUSED) {
      this.#paused.push(task)
      return
    }
    task.steps?.return(undefined)
    task.steps = undefined
    task.work = new Work(this.#mostNs)
    this.#parked.push(task)
  }

  #book(): void {
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(() => this.#nextTurn())
  }

  /** Continues the longest-paused search first, so that new ones cannot starve it, then starts those that wait. */
  #nextTurn(): void {
    this.#isBooked = false
    const longest = this.#paused.shift() ?? this.#parked.shift()
    if (longest) this.#goOn(longest, TURN_NS)
    this.#doneNs = 0
    while (this.#doneNs < TURN_NS) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      this.#goOn(next, TURN_NS - this.#doneNs)
    }
    if (this.#paused.length + this.#parked.length + this.#waiting.length > 0) this.#book()
  }

  #goOn(task: Task, mostNs: number): void {
    try {
      task.steps ??= task.search(task.work)
      const ended = this.#advance(task.steps, task.work, mostNs)
      if (ended) task.resolve(ended.value)
      else this.#pause(task)
    } catch (error) {
      task.reject(error)
    }
    const next = this.#paused.length < MAX_PAUSED ? this.#parked.shift() : undefined
    if (next) this.#paused.push(next)
  }
}
