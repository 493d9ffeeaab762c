import type { Log } from '../base/log.ts'

/**
 * A store that cannot be used for a while. The log gets one line when that begins or changes, and one when it is over.
 */
export class Trouble {
  readonly #path: string
  readonly #log: Log
  readonly #meanwhile: string
  readonly #afterwards: string
  #reported = ''

  /**
   * `meanwhile` is a sentence that says what happens until it is over; `afterwards` follows the store's name when it is
   * over.
   */
  constructor(path: string, log: Log, meanwhile: string, afterwards = 'works again: nothing was lost') {
    this.#path = path
    this.#log = log
    this.#meanwhile = meanwhile
    this.#afterwards = afterwards
  }

  met(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error)
    if (sentence !== this.#reported) this.#log.error({ cause: String(error) }, `${sentence} ${this.#meanwhile}`)
    this.#reported = sentence
  }

  over(): void {
    if (this.#reported === '') return
    this.#reported = ''
    this.#log.info({}, `${this.#path} ${this.#afterwards}`)
  }
}
