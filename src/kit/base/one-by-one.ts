import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets in one caller at a time. Each caller is followed by a turn of the event loop, so that other work can run. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves once all earlier callers have left. The caller must call the result to leave. */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise.then(() => nextTurn())
    await before
    return resolve
  }
}
