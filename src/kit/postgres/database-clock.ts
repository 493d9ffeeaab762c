import type { Clock } from '../base/clock.ts'
import type { Database } from './database.ts'

const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/**
 * Number of requests per synchronization. The quickest answer counts: the longer an answer takes, the less is known
 * about when the server read its clock.
 */
const CLOCK_READINGS = 3

/**
 * The clock of the database, so that periods begin at the same moment on all nodes, even if their own clocks differ.
 * Between synchronizations, the node's own clock measures only how much time has passed.
 */
export class DatabaseClock implements Clock {
  readonly #database: Database
  readonly #own: Clock
  /** How far the database's clock is ahead of this node's clock. */
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

  /**
   * Reads the time of the database again, because clocks drift and are adjusted. If the database does not answer, the
   * last difference stays in use: a node that is ahead would make other nodes reject calls.
   */
  async follow(): Promise<void> {
    let quickest = { tookMs: Number.POSITIVE_INFINITY, aheadMs: this.#aheadMs }
    for (let look = 0; look < CLOCK_READINGS; look++) {
      const beforeMs = this.#own.now()
      const [row] = await this.#database.query<{ now: number }>({ name: 'clock', text: NOW })
      const tookMs = this.#own.now() - beforeMs
      if (row !== undefined && tookMs >= 0 && tookMs < quickest.tookMs)
        quickest = { tookMs, aheadMs: Math.round(row.now - (beforeMs + tookMs / 2)) }
    }
    this.#aheadMs = quickest.aheadMs
  }
}
