/**
 * Sends items in batches: those of one turn of the event loop together, and while these are under way the next batch
 * gathers. A busy node thus sends larger statements to a database, not more of them.
 */
export class Turns<T> {
  readonly #send: (items: readonly T[]) => Promise<void>
  #waiting: T[] = []
  /** Called once the waiting items were sent. */
  #flushing: (() => void)[] = []
  #running: Promise<void> | undefined

  /** `send` reports the result to each item, and never rejects. */
  constructor(send: (items: readonly T[]) => Promise<void>) {
    this.#send = send
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#run()
  }

  /** Removes the waiting items and returns them; they will not be sent. */
  takeWaiting(): readonly T[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  /** Does other work while nothing is being sent. If something is under way, it does nothing. */
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
