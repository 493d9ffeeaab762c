/** When a call came, and how long a thread has worked on it. */
export interface CallTime {
  /** Milliseconds of a clock that never goes back, like the others. */
  readonly cameMs: number
  /** When the thread turned to it, where it works on it now. */
  sinceMs: number
  workedMs: number
}

/**
 * How long this thread works on each call, rather than waits for it. A thread works on one thing at a time: on a call
 * from the moment it turns to it until everything is done that can be done at once, or until it turns to another. Work
 * that goes on later, such as that of a paused search, must be told of with `turnTo`; no clock of the processor is
 * read, so a core that the system takes away counts as work.
 */
export class WorkTime {
  readonly #now: () => number
  #current: CallTime | undefined

  /** `now` reads a clock in milliseconds that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** A call has its turn, at a moment that was just read from the clock. */
  begin(cameMs: number, nowMs: number): CallTime {
    const time: CallTime = { cameMs, sinceMs: nowMs, workedMs: 0 }
    this.#stop(nowMs)
    this.#current = time
    queueMicrotask(this.#untilIdle)
    return time
  }

  /** The thread goes on with a call. */
  turnTo(time: CallTime): void {
    if (this.#current === time) return
    const nowMs = this.#now()
    this.#stop(nowMs)
    time.sinceMs = nowMs
    this.#current = time
    queueMicrotask(this.#untilIdle)
  }

  /** The call is over. */
  end(time: CallTime, nowMs: number): void {
    if (this.#current === time) this.#stop(nowMs)
  }

  /** Node runs what was put off from here when no promise has anything left to do. */
  readonly #untilIdle = () => {
    process.nextTick(this.#rest)
  }

  readonly #rest = () => {
    if (this.#current !== undefined) this.#stop(this.#now())
  }

  #stop(nowMs: number): void {
    if (this.#current !== undefined) this.#current.workedMs += nowMs - this.#current.sinceMs
    this.#current = undefined
  }
}
