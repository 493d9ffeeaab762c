import { setImmediate as nextTurn } from 'node:timers/promises'

/** Lets in one after the other, with a turn of the event loop after each, so that other work comes in between. */
export class OneByOne {
  #last: Promise<unknown> = Promise.resolve()

  /** Resolves once everybody before has left; the result is to be called to leave. */
  async enter(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise.then(() => nextTurn())
    await before
    return resolve
  }
}
