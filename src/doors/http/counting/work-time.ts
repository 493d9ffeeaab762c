import { newPayer, type Payer } from '../../../kit/base/payer.ts'

/** When a call came and when its turn was, and how long a thread has worked on it. */
export interface CallTime {
  /** Whose time it takes. */
  readonly payer: Payer
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
 * that can be done at once. Work that goes on later must be told of, with `turnTo` or by a `CallPayer`: it is charged
 * to the call's payer, too, to whom the line charges only the turn in which a call begins. No clock of the processor is
 * read, so a core that the system takes away counts as work.
 */
export class WorkTime {
  readonly #now: () => number
  #current: CallTime | undefined
  /** Whether the thread goes on with it, in a turn that the line does not charge. */
  #isLater = false

  /** `now` reads a clock in milliseconds that never goes back. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** A call has its turn now. */
  begin(cameMs: number, nowMs: number, payer = newPayer()): CallTime {
    const time: CallTime = { payer, cameMs, begunMs: nowMs, sinceMs: nowMs, workedMs: 0 }
    this.rest(nowMs)
    this.#current = time
    this.#isLater = false
    return time
  }

  /**
   * The thread goes on with a call, until the event loop has come round. To be told whenever a call has waited for
   * something that may come in a later turn; nothing changes where it has not. `isCharged`: the line charges this turn.
   */
  turnTo(time: CallTime | undefined, isCharged = false): void {
    if (time === undefined || this.#current === time) return
    const nowMs = this.#now()
    this.rest(nowMs)
    time.sinceMs = nowMs
    this.#current = time
    this.#isLater = !isCharged
    setImmediate(() => this.rest(this.#now()))
  }

  /**
   * Waits for what may come from another thread, then turns to the call. Meanwhile the call counts as under way, so
   * that further ones of its payer wait in line, where they are seen.
   */
  async awaited<T>(time: CallTime | undefined, coming: Promise<T>): Promise<T> {
    if (time === undefined) return coming
    time.payer.paused += 1
    try {
      return await coming
    } finally {
      time.payer.paused -= 1
      this.turnTo(time)
    }
  }

  /** The call is over. */
  end(time: CallTime, nowMs: number): void {
    if (this.#current === time) this.rest(nowMs)
  }

  /** Whatever the thread works on has to wait. */
  rest(nowMs: number): void {
    if (this.#current === undefined) return
    const { payer, sinceMs } = this.#current
    this.#current.workedMs += nowMs - sinceMs
    if (this.#isLater) payer.spentMs += nowMs - sinceMs
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
