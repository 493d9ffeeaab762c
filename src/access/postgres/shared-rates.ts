import type { Clock } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import type { Database } from '../../base/postgres/database.ts'
import type { Account, Plan, RateState } from '../access.ts'
import { missRateOf } from '../meter.ts'
import { Rates } from '../rates.ts'

/** What this node took from a key's buckets since the others were last told, in milliseconds until it is back. */
interface Taken {
  /** When the first of it was taken. */
  readonly sinceMs: number
  plan: Plan
  requestsMs: number
  missesMs: number
}

interface Bucket {
  readonly keyId: string
  readonly fullAtMs: number
  readonly missesFullAtMs: number
}

/**
 * Requests and misses per second of all nodes together. Each node counts by itself and never waits; `share` tells the
 * others, and learns from them; while the database is gone they learn nothing. So between two of these, all nodes together may let through what each of them alone
 * would; it is made up for afterwards. Calls in flight are counted by each node alone.
 */
export class SharedRates {
  readonly #database: Database
  readonly #clock: Clock
  readonly #own: Rates
  #taken = new Map<string, Taken>()
  #sharing: Promise<void> | undefined

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.#own = new Rates(clock)
  }

  enter(account: Account): RateState | Fault {
    const entered = this.#own.enter(account)
    if (!(entered instanceof Fault)) this.#take(account).requestsMs += 1000 / account.plan.requestsPerSecond
    return entered
  }

  leave(account: Account): void {
    this.#own.leave(account)
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#own.missesTooMany(account)
  }

  miss(account: Account): void {
    this.#own.miss(account)
    this.#take(account).missesMs += 1000 / missRateOf(account.plan).perSecond
  }

  state(account: Account): RateState {
    return this.#own.state(account)
  }

  sweep(): void {
    this.#own.sweep()
  }

  /** Tells what was taken here, and takes over what the others took from the same keys. */
  async share(): Promise<void> {
    while (this.#sharing !== undefined) await this.#sharing.catch(() => {}) // whoever began it is told
    if (this.#taken.size === 0) return
    const taken = this.#taken
    this.#taken = new Map()
    this.#sharing = this.#shareOf(taken).finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
  }

  async #shareOf(taken: ReadonlyMap<string, Taken>): Promise<void> {
    // In one order on all nodes, so that no two wait for each other.
    const rows = [...taken].sort(([one], [other]) => (one < other ? -1 : 1))
    const nowMs = this.#clock.now()
    const values = [
      rows.map(([keyId]) => keyId),
      rows.map(([, { sinceMs }]) => sinceMs),
      rows.map(([, { requestsMs }]) => requestsMs),
      rows.map(([, { missesMs }]) => missesMs),
      rows.map(([, { plan }]) => nowMs + (plan.burst * 1000) / plan.requestsPerSecond),
      rows.map(([, { plan }]) => nowMs + (plan.burst * 1000) / missRateOf(plan).perSecond),
    ]
    const buckets = await this.#database.query<Bucket>({ name: 'rates', text: SHARE, values })
    for (const { keyId, fullAtMs, missesFullAtMs } of buckets) {
      const since = this.#taken.get(keyId) // while the others were asked
      this.#own.meter(keyId).raise(fullAtMs + (since?.requestsMs ?? 0), missesFullAtMs + (since?.missesMs ?? 0))
    }
  }

  /** Drops keys that have everything back. */
  async forget(): Promise<void> {
    await this.#database.query({ name: 'rates-forget', text: FORGET, values: [this.#clock.now()] })
  }

  #take({ keyId, plan }: Account): Taken {
    const known = this.#taken.get(keyId)
    if (known !== undefined) {
      known.plan = plan
      return known
    }
    const fresh = { sinceMs: this.#clock.now(), plan, requestsMs: 0, missesMs: 0 }
    this.#taken.set(keyId, fresh)
    return fresh
  }
}

/** No bucket is ever emptier than empty, by what it was before: a clock that was set back would close a key for long. */
const SHARE = `
  INSERT INTO plat.rate AS r (key_id, full_at_ms, misses_full_at_ms)
  SELECT key_id, since + requests, since + misses
  FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) AS t(key_id, since, requests, misses)
  ON CONFLICT (key_id) DO UPDATE SET (full_at_ms, misses_full_at_ms) = (
    SELECT greatest(least(r.full_at_ms, t.empty), t.since) + t.requests,
      greatest(least(r.misses_full_at_ms, t.misses_empty), t.since) + t.misses
    FROM unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::float8[])
      AS t(key_id, since, requests, misses, empty, misses_empty)
    WHERE t.key_id = r.key_id)
  RETURNING key_id AS "keyId", full_at_ms AS "fullAtMs", misses_full_at_ms AS "missesFullAtMs"`
const FORGET = `
  DELETE FROM plat.rate WHERE key_id IN (
    SELECT key_id FROM plat.rate WHERE greatest(full_at_ms, misses_full_at_ms) <= $1
    ORDER BY key_id FOR UPDATE SKIP LOCKED)`
