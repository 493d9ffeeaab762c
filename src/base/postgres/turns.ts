/**
 * Sends what comes up together: all of one turn of the event loop at once, and while that is under way the next gathers.
 * So a busy node sends larger statements to a database, not more of them.
 */
export class Turns<T> {
  readonly #send: (items: readonly T[]) => Promise<void>
  #waiting: T[] = []
  /** Told once what waits beside them was sent. */
  #flushing: (() => void)[] = []
  #running: Promise<void> | undefined

  /** `send` tells each item what became of it, and never rejects. */
  constructor(send: (items: readonly T[]) => Promise<void>) {
    this.#send = send
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#run()
  }

  /** What waits, which is not sent then. */
  takeWaiting(): readonly T[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  /** Does something else while nothing is sent; not where something is just under way. */
  beside(work: () => Promise<void>): void {
    this.#running ??= work().finally(() => {
      this.#running = undefined
      if (this.#hasMore) this.#run()
    })
  }

  /** Resolves once everything that was added before is sent, whatever is added meanwhile. */
  flush(): Promise<void> {
    if (this.#running === undefined) return Promise.resolve()
    return new Promise((resolve) => this.#flushing.push(resolve))
  }

  get #hasMore(): boolean {
    return this.#waiting.length > 0 || this.#flushing.length > 0
  }

  #run(): void {
    this.beside(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      while (this.#hasMore) {
        const flushed = this.#flushing.splice(0)
        const items = this.takeWaiting()
        if (items.length > 0) await this.#send(items)
        for (const tell of flushed) tell()
      }
    })
  }
}
