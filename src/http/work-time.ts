import type { Payer } from '../base/payer.ts'

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
 * from the moment it turns to it until it is over, until the thread turns to another, or until there is nothing left
 * that can be done at once. Work that goes on later must be told of, with `turnTo` or by a `CallPayer`. No clock of
 * the processor is read, so a core that the system takes away counts as work.
 */
export class WorkTime {
  readonly #now: () => number
  #current: CallTime | undefined

  /** `now` reads a clock in milliseconds that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** A call has its turn now. */
  begin(cameMs: number, nowMs: number): CallTime {
    const time: CallTime = { cameMs, begunMs: nowMs, sinceMs: nowMs, workedMs: 0 }
    this.rest(nowMs)
    this.#current = time
    return time
  }

  /** The thread goes on with a call, until the event loop has come round. */
  turnTo(time: CallTime): void {
    if (this.#current === time) return
    const nowMs = this.#now()
    this.rest(nowMs)
    time.sinceMs = nowMs
    this.#current = time
    setImmediate(() => this.rest(this.#now()))
  }

  /** The call is over. */
  end(time: CallTime, nowMs: number): void {
    if (this.#current === time) this.rest(nowMs)
  }

  /** Whatever the thread works on has to wait. */
  rest(nowMs: number): void {
    if (this.#current !== undefined) this.#current.workedMs += nowMs - this.#current.sinceMs
    this.#current = undefined
  }
}

/** Pays for the work of a call in later turns of the loop: its caller's share and its own time grow alike. */
export class CallPayer implements Payer {
  readonly #share: Payer
  readonly #time: CallTime

  constructor(share: Payer, time: CallTime) {
    this.#share = share
    this.#time = time
  }

  get spentMs(): number {
    return this.#share.spentMs
  }

  set spentMs(ms: number) {
    this.#time.workedMs += ms - this.#share.spentMs
    this.#share.spentMs = ms
  }

  get paused(): number {
    return this.#share.paused
  }

  set paused(pieces: number) {
    this.#share.paused = pieces
  }
}
