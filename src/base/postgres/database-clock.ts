import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'

const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/** Looks at a time, of which the quickest is believed: a slow one tells less of when the server looked at its clock. */
const LOOKS = 3

/**
 * The clock of the database, so that periods begin at the same moment on all nodes, however their own clocks are set.
 * In between looks the node's own clock goes on from there; it is never asked for more than how much time has passed.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database
  readonly #own: Clock
  /** How far the database is ahead of this node. */
  #aheadMs = 0

  private constructor(database: Database, own: Clock) {
    this.#database = database
    this.#own = own
  }

  static async open(database: Database, own: Clock): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database, own)
    await clock.follow()
    return clock
  }

  now(): number {
    return this.#own.now() + this.#aheadMs
  }

  /** Looks again, since clocks drift and are set. While the database is gone, the last look counts. */
  async follow(): Promise<void> {
    let quickestMs = Number.POSITIVE_INFINITY
    for (let look = 0; look < LOOKS; look++) {
      const beforeMs = this.#own.now()
      const [row] = await this.#database.query<{ now: number }>({ name: 'clock', text: NOW })
      const tookMs = this.#own.now() - beforeMs
      if (row === undefined || tookMs < 0 || tookMs >= quickestMs) continue
      quickestMs = tookMs
      this.#aheadMs = Math.round(row.now - (beforeMs + tookMs / 2))
    }
  }
}
