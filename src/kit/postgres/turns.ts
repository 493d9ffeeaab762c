/**
 * Sends items in batches. The items of one turn of the event loop form a batch, and the next batch gathers while this
 * one is being sent. A busy node thus sends larger statements to a database rather than more statements.
 */
export class Turns<T> {
  readonly #send: (items: readonly T[]) => Promise<void>
  #waiting: T[] = []
  /** Called once the waiting items are sent. */
  #flushing: (() => void)[] = []
  #running: Promise<void> | undefined

  /** @param send Reports a result to each item, and never rejects. */
  constructor(send: (items: readonly T[]) => Promise<void>) {
    this.#send = send
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#run()
  }

  /** Removes the waiting items and returns them. They will not be sent. */
  takeWaiting(): readonly T[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting
  }

  /** Runs other work if nothing is being sent. Does nothing otherwise. */
  beside(work: () => Promise<void>): void {
    this.#running ??= work().finally(() => {
      this.#running = undefined
      if (this.#hasMore) this.#run()
    })
  }

  /** Resolves once all items that were added before are sent. */
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
        for (const resolve of flushed) resolve()
      }
    })
  }
}
