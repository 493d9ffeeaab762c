/** The maximum number of waiting requests per connection. */
const MAX_WAITING_REQUESTS = 100

/** A counter of the waiting requests on all connections. */
interface Waits {
  /** Counts another waiting request, or returns false if there are too many. */
  mayWait(): boolean
  waitIsOver(requests: number): void
}

/**
 * Runs the requests of one connection one after the other. A request begins when the previous answer is sent. So a
 * client that does not read its answers causes no further work, and a refusal cannot overtake an answer.
 */
export class Turns {
  readonly #waits: Waits
  readonly #cut: () => void
  readonly #waiting: (() => void)[] = []
  #busy = false
  #ended = false

  /**
   * @param cut Closes the connection. Called if too many requests wait.
   */
  constructor(waits: Waits, cut: () => void) {
    this.#waits = waits
    this.#cut = cut
  }

  /**
   * Calls `act` when earlier requests were answered. Later requests wait until `next` is called. Does nothing if the
   * connection has ended.
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

  /** Calls `act` when earlier requests were answered. Ignores all later requests of the connection. */
  takeLast(act: () => void): void {
    this.take(act)
    this.#ended = true
  }

  /** Ends the current request and starts the next one. */
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

  /** Whether no other request is waiting. */
  get isLast(): boolean {
    return this.#waiting.length === 0
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Called when the connection closes. Drops its waiting requests. */
  end(): void {
    this.#ended = true
    this.#busy = false
    this.#waits.waitIsOver(this.#waiting.length)
    this.#waiting.length = 0
  }
}
