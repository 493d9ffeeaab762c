import { DAY_MS } from '../../kit/base/clock.ts'
import { CommandFault } from '../../kit/base/failure.ts'
import type { Log } from '../../kit/base/log.ts'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { Scrubbing } from './scrub-thread.ts'

/** Share of the time spent reading: for a file never read through before, and for later rounds. */
const FIRST_SHARE = 0.5
const LATER_SHARE = 0.1

export interface ScrubParts {
  readonly log: Log
  /** Path of the current catalogue file. */
  readonly path: () => string
  /** The whole file was read and is intact. */
  readonly onSound: (path: string) => void
  readonly onDamage: (path: string, sentence: string) => void
}

/** Reads the whole catalogue file in a worker once a day, so that no damage goes unnoticed for longer. */
export class Scrub {
  readonly #parts: ScrubParts
  readonly #timer: NodeJS.Timeout
  #thread: Thread<Scrubbing> | undefined
  #isClosed = false

  constructor(parts: ScrubParts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.#read(LATER_SHARE), DAY_MS).unref()
  }

  /** Starts now: for a file that was too large to be read through when it was opened. */
  readNow(): void {
    void this.#read(FIRST_SHARE)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#endThread()
  }

  #endThread(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  async #read(share: number): Promise<void> {
    if (this.#thread !== undefined || this.#isClosed) return
    const { path: current, onSound, onDamage, log } = this.#parts
    const path = current()
    const thread = new Thread<Scrubbing>(moduleFile('catalog/embedded/scrub-thread'), {}, { holdsProcess: 'never' })
    this.#thread = thread
    try {
      await thread.ask({ path, share })
      onSound(path)
    } catch (error) {
      if (error instanceof CommandFault) onDamage(path, error.message)
      else if (this.#thread === thread)
        log.warn({ cause: String(error) }, `Could not read ${path} through: the next attempt is tomorrow`)
    } finally {
      if (this.#thread === thread) this.#endThread()
    }
  }
}
