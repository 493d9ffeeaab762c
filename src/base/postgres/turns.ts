/**
 * Sends what comes up together: all of one turn of the event loop at once, and while that is under way the next gathers.
 * So a busy node sends larger statements to a database, not more of them.
 */
export class Turns<T> {
  readonly #send: (items: readonly T[]) => Promise<void>
  #waiting: T[] = []
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
      if (this.#waiting.length > 0) this.#run()
    })
  }

  /** Resolves once nothing waits and nothing is under way. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  #run(): void {
    this.beside(async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      while (this.#waiting.length > 0) await this.#send(this.takeWaiting())
    })
  }
}
