import { newPayer, type Payer, payerNow } from '../../../kit/base/payer.ts'
import { type Steps, Work } from '../../engine/work.ts'

/** Limit for one search, in nanoseconds of Work: more would keep its caller and everybody else waiting. */
const MAX_NS = 200e6

/** Budget per turn of the event loop: for all searches that begin in it, and for the one that continues. */
const TURN_NS = 3e6

/**
 * Budget per turn while searches are paused, and another such budget for the paused search that continues: calls that
 * come meanwhile wait for it.
 */
const STEP_NS = 0.5e6

/** Searches that may be paused at a time: each holds at least four bytes of memory per row. */
const MAX_PAUSED = 6

type Search<T> = (work: Work) => Steps<T>

/** A search that a caller is waiting for. */
interface Task {
  /** undefined until the search starts or restarts. */
  steps: Steps<unknown> | undefined
  work: Work
  readonly search: Search<unknown>
  /** Its work is charged to this payer, beyond the turn in which it began. */
  readonly payer: Payer
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * Lets searches share a thread. A search that fits into the current turn of the event loop runs at once; longer ones
 * continue in later turns, step by step, so that connections are served in between: first those whose payer has used
 * the least time. When too many searches are paused, one of the payer who has used the most is thrown away to save
 * memory, and restarted later.
 */
export class Turns {
  readonly #mostNs: number
  #doneNs = 0
  #isBooked = false
  /** Searches that have not started: they arrived when the turn's budget was spent. */
  readonly #waiting: Task[] = []
  /** Paused searches, the longest paused first; those that were thrown away are to be restarted. */
  readonly #paused: Task[] = []

  /** A search that takes more than `mostNs` throws TooMuchWork. */
  constructor(mostNs = MAX_NS) {
    this.#mostNs = mostNs
  }

  /** Runs a search; returns its result without a promise if it fits into the current turn. */
  run<T>(search: Search<T>): T | Promise<T> {
    const work = new Work(this.#mostNs)
    const isSpent = this.#doneNs >= this.#turnNs
    const steps = isSpent ? undefined : search(work)
    const ended = steps && this.#advance(steps, work)
    if (ended) return ended.value
    return new Promise<T>((resolve, reject) => {
      const payer = payerNow() ?? newPayer()
      const task: Task = { steps, work, search, payer, resolve: resolve as Task['resolve'], reject } // gets its search's result
      payer.paused += 1
      if (isSpent) this.#waiting.push(task)
      else this.#pause(task)
    })
  }

  /** Runs a search until it ends or its budget is spent; undefined when it has not ended. */
  #advance<T>(steps: Steps<T>, work: Work, mostNs = this.#turnNs - this.#doneNs): { readonly value: T } | undefined {
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

  get #turnNs(): number {
    return this.#paused.length > 0 ? STEP_NS : TURN_NS
  }

  #pause(task: Task): void {
    this.#paused.push(task)
    const begun = this.#begun
    if (begun.length <= MAX_PAUSED) return
    const last = begun.reduce((one, other) => (other.payer.spentMs >= one.payer.spentMs ? other : one))
    last.steps?.return(undefined)
    last.steps = undefined
    last.work = new Work(this.#mostNs)
  }

  /** The paused searches that hold memory. */
  get #begun(): readonly Task[] {
    return this.#paused.filter(({ steps }) => steps !== undefined)
  }

  #book(): void {
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(() => this.#nextTurn())
  }

  /** Continues a paused search first, so that new ones cannot starve it, then starts those that wait. */
  #nextTurn(): void {
    this.#isBooked = false
    const isFull = this.#begun.length >= MAX_PAUSED
    const paused = taken(this.#paused, ({ steps }) => steps !== undefined || !isFull)
    if (paused) this.#goOn(paused, STEP_NS)
    this.#doneNs = 0
    while (this.#doneNs < this.#turnNs) {
      const next = taken(this.#waiting)
      if (next === undefined) break
      this.#goOn(next, this.#turnNs - this.#doneNs)
    }
    if (this.#paused.length + this.#waiting.length > 0) this.#book()
  }

  #goOn(task: Task, mostNs: number): void {
    const begunNs = this.#doneNs
    try {
      task.steps ??= task.search(task.work)
      const ended = this.#advance(task.steps, task.work, mostNs)
      if (ended === undefined) {
        this.#pause(task)
        return
      }
      task.payer.paused -= 1
      task.resolve(ended.value)
    } catch (error) {
      task.payer.paused -= 1
      task.reject(error)
    } finally {
      task.payer.spentMs += (this.#doneNs - begunNs) / 1e6
    }
  }
}

/** Takes out the task whose payer has used the least time; of several, the first that is preferred, or the first. */
function taken(tasks: Task[], isPreferred = (_task: Task) => true): Task | undefined {
  const leastMs = Math.min(...tasks.map(({ payer }) => payer.spentMs))
  const first = tasks.filter(({ payer }) => payer.spentMs === leastMs)
  const task = first.find(isPreferred) ?? first[0]
  return task && tasks.splice(tasks.indexOf(task), 1)[0]
}
