import type { LedgerLine, LedgerStore } from '../../src/guard/access/ledger-store.ts'
import type { Clock } from '../../src/kit/base/clock.ts'
import type { Database } from '../../src/kit/postgres/database.ts'

const TIMED = `
  CREATE TABLE IF NOT EXISTS plat.test_clock (single boolean PRIMARY KEY DEFAULT true, now_ms double precision NOT NULL);
  CREATE OR REPLACE FUNCTION plat.now_ms() RETURNS double precision LANGUAGE sql AS
    'SELECT coalesce((SELECT now_ms FROM plat.test_clock), extract(epoch FROM clock_timestamp()) * 1000)'`
const SET = `INSERT INTO plat.test_clock (now_ms) VALUES ($1)
  ON CONFLICT (single) DO UPDATE SET now_ms = excluded.now_ms`

/** A ledger of services. From its first transaction to `release`, its rate limits use a test's clock. */
export class TimedLedger implements LedgerStore {
  readonly isShared = true
  readonly #ledger: LedgerStore
  readonly #database: Database
  readonly #clock: Clock

  private constructor(ledger: LedgerStore, database: Database, clock: Clock) {
    this.#ledger = ledger
    this.#database = database
    this.#clock = clock
  }

  static async on(ledger: LedgerStore, database: Database, clock: Clock): Promise<TimedLedger> {
    await database.inTransaction((connection) => connection.run(TIMED))
    return new TimedLedger(ledger, database, clock)
  }

  async write(batch: number, lines: readonly LedgerLine[]) {
    await this.#database.query({ name: 'test-clock', text: SET, values: [this.#clock.now()] })
    return this.#ledger.write(batch, lines)
  }

  maintain() {
    return this.#ledger.maintain()
  }

  close() {
    return this.#ledger.close()
  }

  async release(): Promise<void> {
    await this.#database.query({ name: 'test-clock-release', text: 'DELETE FROM plat.test_clock' })
  }
}
