import { type Steps, Work } from '../../../engine/work.ts'

/** What one search may cost, in nanoseconds of Work: more would keep its caller waiting, and everybody else. */
const MOST_NS = 200e6

/** Work of all searches that begin in one turn of the event loop, and of one that goes on. */
const TURN_NS = 3e6

/** Searches that pause at a time: each holds memory of four bytes a row and more. */
const MOST_PAUSED = 6

type Search<T> = (work: Work) => Steps<T>

/** A search that somebody waits for. */
interface Task {
  /** undefined: it begins, or begins anew. */
  steps: Steps<unknown> | undefined
  work: Work
  readonly search: Search<unknown>
  readonly resolve: (found: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets searches share a thread. Those that are done within a turn of the event loop are run at once; the others go on in
 * the turns after, one step each, while connections are read and answered in between. Work that was begun and would be one
 * search too many in memory is thrown away and begun again in its turn.
 */
export class Turns {
  readonly #mostNs: number
  #doneNs = 0
  #isBooked = false
  /** Not begun: the turn that they came in was spent. */
  readonly #waiting: Task[] = []
  readonly #paused: Task[] = []
  /** To be begun when one of the paused has ended. */
  readonly #parked: Task[] = []

  /** A search that takes more than `mostNs` throws TooMuchWork. */
  constructor(mostNs = MOST_NS) {
    this.#mostNs = mostNs
  }

  /** What the search finds; at once, without a promise, where the turn has room for all of it. */
  run<T>(search: Search<T>): T | Promise<T> {
    const work = new Work(this.#mostNs)
    const isSpent = this.#doneNs >= TURN_NS
    const steps = isSpent ? undefined : search(work)
    const ended = steps && this.#advance(steps, work)
    if (ended) return ended.value
    return new Promise<T>((resolve, reject) => {
      const task: Task = { steps, work, search, resolve: resolve as Task['resolve'], reject } // it gets what its search finds
      if (isSpent) this.#waiting.push(task)
      else this.#pause(task)
    })
  }

  /** Goes on until the search has ended or has done as much as one may in a turn; undefined where it has not ended. */
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
    if (this.#paused.length < MOST_PAUSED) {
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

  /** First a step of the longest paused, so that whoever comes anew does not hold it up for ever, then those that wait. */
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
    const next = this.#paused.length < MOST_PAUSED ? this.#parked.shift() : undefined
    if (next) this.#paused.push(next)
  }
}
