import type { Log } from '../base/log.ts'
import { Trouble } from '../store/trouble.ts'
import type { Database } from './database.ts'
import { REGAINED } from './followed.ts'

/** How often a thread checks a database that announces changes, in case an announcement was lost. */
const SAFETY_MS = 30_000

interface FollowingOptions {
  /** A database that was opened with the channel on which changes are announced. */
  readonly database: Database
  /** Picks up changes. It is called again if a change is announced while it runs. */
  readonly look: () => Promise<void>
  /** How often to poll if announcements would not be received: on a replica, or behind a pooler. */
  readonly pollMs: number
  readonly log: Log
  /** A sentence that says what happens while the database cannot be used. */
  readonly consequence: string
}

/**
 * Picks up changes of a database when they are announced. It does not keep the process alive. If the database cannot be
 * used, it logs one line and tries again soon.
 */
export class Following {
  readonly #options: FollowingOptions
  readonly #trouble: Trouble
  readonly #timer: NodeJS.Timeout
  /** When the last check began; -Infinity if the check failed. */
  #lookedMs = performance.now()
  #looking: Promise<void> | undefined
  #isAnnounced = false

  constructor(options: FollowingOptions) {
    const { database, log, consequence, pollMs } = options
    this.#options = options
    this.#trouble = new Trouble(database.name, log, consequence, REGAINED)
    this.#timer = setInterval(() => this.#isDue && this.#begin(), pollMs).unref()
    database.onChange(() => {
      this.#isAnnounced = true
      this.#begin()
    })
  }

  /** Resolves once no check is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#options.database.onChange(() => {})
    await this.#looking
  }

  get #isDue(): boolean {
    return !this.#options.database.receivesChanges || performance.now() - this.#lookedMs >= SAFETY_MS
  }

  #begin(): void {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
  }

  async #look(): Promise<void> {
    do {
      this.#isAnnounced = false
      this.#lookedMs = performance.now()
      try {
        await this.#options.look()
        this.#trouble.over()
      } catch (error) {
        this.#trouble.met(error)
        this.#lookedMs = Number.NEGATIVE_INFINITY
        return
      }
    } while (this.#isAnnounced)
  }
}
