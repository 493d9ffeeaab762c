import type { Log } from '../base/log.ts'

/** The log tells so often of what goes on, or comes and goes. */
const MINUTE_MS = 60_000

/**
 * A store that cannot be used for a while. The log gets one line when that begins or changes, one a minute while it
 * lasts, and one when it is over; where it comes and goes, no more than these of one time in a minute.
 */
export class Trouble {
  readonly #path: string
  readonly #log: Log
  readonly #meanwhile: string
  readonly #afterwards: string
  /** The sentence that was told last, and when. */
  #sentence = ''
  #toldMs = 0
  /** The last line says that it lasts. */
  #isTold = false

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
    const nowMs = performance.now()
    if (sentence === this.#sentence && nowMs - this.#toldMs < MINUTE_MS) return
    this.#log.error({ cause: String(error) }, `${sentence} ${this.#meanwhile}`)
    this.#sentence = sentence
    this.#toldMs = nowMs
    this.#isTold = true
  }

  over(): void {
    if (!this.#isTold) return
    this.#isTold = false
    this.#log.info({}, `${this.#path} ${this.#afterwards}`)
  }
}
