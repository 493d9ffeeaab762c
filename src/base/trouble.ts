import type { Log } from './log.ts'

/**
 * A store that cannot be used for a while: logged in one line when that begins or changes, and in one when it is
 * over.
 */
export class Trouble {
  readonly #path: string
  readonly #log: Log
  readonly #meanwhile: string
  readonly #afterwards: string
  #told = ''

  /** `meanwhile`: a sentence that says what happens until it is over. `afterwards`: what then follows its name. */
  constructor(path: string, log: Log, meanwhile: string, afterwards = 'works again: nothing was lost') {
    this.#path = path
    this.#log = log
    this.#meanwhile = meanwhile
    this.#afterwards = afterwards
  }

  met(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error)
    if (sentence !== this.#told) this.#log.error({ cause: String(error) }, `${sentence} ${this.#meanwhile}`)
    this.#told = sentence
  }

  over(): void {
    if (this.#told === '') return
    this.#told = ''
    this.#log.info({}, `${this.#path} ${this.#afterwards}`)
  }
}
