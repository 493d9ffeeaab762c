/** When a call came and when its turn was, and how long a thread has worked on it. */
export interface CallTime {
  /** Milliseconds of a clock that never goes back, like the others. */
  readonly cameMs: number
  readonly begunMs: number
  /** When the thread turned to it, where it works on it now. */
  sinceMs: number
  workedMs: number
}

/**
 * How long this thread works on each call, rather than waits for it. A thread works on one thing at a time: on a call
 * from the moment it turns to it until it is over, until the thread turns to another, or until the event loop has come
 * to its end and waits. Work that goes on later must be told of with `turnTo`. No clock of the processor is read, so a
 * core that the system takes away counts as work.
 */
export class WorkTime {
  readonly #now: () => number
  #current: CallTime | undefined
  #isBooked = false

  /** `now` reads a clock in milliseconds that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** A call has its turn, at a moment that was just read from the clock. */
  begin(cameMs: number, nowMs: number): CallTime {
    const time: CallTime = { cameMs, begunMs: nowMs, sinceMs: nowMs, workedMs: 0 }
    this.#turn(time, nowMs)
    return time
  }

  /** The thread goes on with a call. */
  turnTo(time: CallTime): void {
    if (this.#current !== time) this.#turn(time, this.#now())
  }

  /** The call is over. */
  end(time: CallTime, nowMs: number): void {
    if (this.#current === time) this.#stop(nowMs)
  }

  #turn(time: CallTime, nowMs: number): void {
    this.#stop(nowMs)
    time.sinceMs = nowMs
    this.#current = time
    if (this.#isBooked) return
    this.#isBooked = true
    setImmediate(this.#rest)
  }

  /** Everything has been done that could be done in this turn of the event loop. */
  readonly #rest = () => {
    this.#isBooked = false
    if (this.#current !== undefined) this.#stop(this.#now())
  }

  #stop(nowMs: number): void {
    if (this.#current !== undefined) this.#current.workedMs += nowMs - this.#current.sinceMs
    this.#current = undefined
  }
}
