import { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'

/** Looks at a database again and again, and tells the operator once when it is lost and once when it is back. */
export class Poll {
  readonly #look: () => Promise<void>
  readonly #everyMs: number
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isStopped = false
  #isLost = false

  constructor(look: () => Promise<void>, everyMs: number, log: Log) {
    this.#look = look
    this.#everyMs = everyMs
    this.#log = log
    this.#next()
  }

  /** Resolves once nothing is looked at any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#looking
  }

  #next(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookOnce().then(() => this.#next())
    }, this.#everyMs)
    this.#timer.unref()
  }

  async #lookOnce(): Promise<void> {
    try {
      await this.#look()
      if (this.#isLost) this.#log.info({}, 'The database of the catalogue can be read again.')
      this.#isLost = false
    } catch (error) {
      if (!(error instanceof CommandFault)) this.#log.error({ err: error }, 'Cannot take up the newest catalogue.')
      else if (!this.#isLost) this.#log.warn({}, `${error.message} Calls that need it are refused until then.`)
      this.#isLost = true
    }
  }
}
