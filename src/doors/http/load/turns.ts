/** Requests of one connection that may wait for their turn. */
const MAX_WAITING_REQUESTS = 100

/** Counts the requests that wait on all connections. */
interface Waits {
  /** Whether one more may wait, which is counted then. */
  mayWait(): boolean
  waitIsOver(requests: number): void
}

/**
 * The requests of one connection, one at a time: the next begins when the answer before it is gone, so that a caller
 * who does not read its answers causes no more work, and a refusal never overtakes an answer.
 */
export class Turns {
  readonly #waits: Waits
  readonly #cut: () => void
  readonly #waiting: (() => void)[] = []
  #busy = false
  #ended = false

  /** `cut` closes the connection where more requests come than may wait. */
  constructor(waits: Waits, cut: () => void) {
    this.#waits = waits
    this.#cut = cut
  }

  /** Runs `act` when it is its turn, which lasts until `next`; never, once the connection has ended. */
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

  /** Likewise; whatever comes after it is ignored. */
  takeLast(act: () => void): void {
    this.take(act)
    this.#ended = true
  }

  /** The turn is over: the next begins, unless the connection has ended. */
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

  /** No request is waiting behind the one whose turn it is. */
  get isLast(): boolean {
    return this.#waiting.length === 0
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** The connection is gone: what waits is dropped. */
  end(): void {
    this.#ended = true
    this.#busy = false
    this.#waits.waitIsOver(this.#waiting.length)
    this.#waiting.length = 0
  }
}
