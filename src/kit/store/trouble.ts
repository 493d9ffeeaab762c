import type { Log } from '../base/log.ts'

/** A lasting or recurring problem is logged at most this often. */
const MINUTE_MS = 60_000

/**
 * Logs that a store cannot be used: one line when the problem begins or changes, one per minute while it lasts, and one
 * when it is over. A problem that comes and goes is logged at most once per minute.
 */
export class Trouble {
  readonly #path: string
  readonly #log: Log
  readonly #consequence: string
  readonly #afterwards: string
  /** The sentence that was logged last. */
  #sentence = ''
  /** When the last sentence was logged. */
  #loggedMs = 0
  /** Whether the last line in the log reports the problem. Only then is the end of the problem logged too. */
  #isLogged = false

  /**
   * @param consequence A sentence that says what happens until the problem is over.
   * @param afterwards The end of the line that logs the end of the problem. The line begins with the store's path.
   */
  constructor(path: string, log: Log, consequence: string, afterwards = 'works again: nothing was lost') {
    this.#path = path
    this.#log = log
    this.#consequence = consequence
    this.#afterwards = afterwards
  }

  met(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error)
    const nowMs = performance.now()
    if (sentence === this.#sentence && nowMs - this.#loggedMs < MINUTE_MS) return
    this.#log.error({ cause: String(error) }, `${sentence} ${this.#consequence}`)
    this.#sentence = sentence
    this.#loggedMs = nowMs
    this.#isLogged = true
  }

  over(): void {
    if (!this.#isLogged) return
    this.#isLogged = false
    this.#log.info({}, `${this.#path} ${this.#afterwards}`)
  }
}
