/** The maximum number of waiting requests on one connection. */
const MAX_WAITING_REQUESTS = 100

/** Counts the waiting requests of all connections. */
interface Waits {
  /** Counts one more waiting request. Returns false if there are too many. */
  mayWait(): boolean
  waitIsOver(requests: number): void
}

/**
 * Runs the requests of one connection one at a time. The next request begins when the previous answer is sent. A client
 * that does not read its answers therefore causes no more work, and a refusal never overtakes an answer.
 */
export class Turns {
  readonly #waits: Waits
  readonly #cut: () => void
  readonly #waiting: (() => void)[] = []
  #busy = false
  #ended = false

  /** `cut` closes the connection if too many requests wait. */
  constructor(waits: Waits, cut: () => void) {
    this.#waits = waits
    this.#cut = cut
  }

  /**
   * Runs `act` when earlier requests are answered. The turn lasts until `next`. Does nothing after the connection
   * ended.
   */
  take(act: () => void): void {
    if (this.#ended) return
    if (!this.#busy) {
      this.#busy = true
      act()
    } else if (this.#waiting.length < MAX_WAITING_REQUESTS && this.#waits.mayWait()) {
      this.#waiting.push(act)
    } else {
      this.#cut()
    }
  }

  /** Like `take`, for the last request of the connection. Later requests are ignored. */
  takeLast(act: () => void): void {
    this.take(act)
    this.#ended = true
  }

  /** Ends the turn and begins the next one. */
  next(): void {
    const act = this.#waiting.shift()
    this.#busy = act !== undefined
    if (act === undefined) return
    this.#waits.waitIsOver(1)
    act()
  }

  get busy(): boolean {
    return this.#busy
  }

  /** Whether no further request is waiting. */
  get isLast(): boolean {
    return this.#waiting.length === 0
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Called when the connection closes. Drops waiting requests. */
  end(): void {
    this.#ended = true
    this.#busy = false
    this.#waits.waitIsOver(this.#waiting.length)
    this.#waiting.length = 0
  }
}
