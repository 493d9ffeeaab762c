import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'
import type { Fault } from '../../base/failure.ts'
import { Line } from '../../base/line.ts'
import type { Database } from '../../base/postgres/database.ts'
import type { Account, RateState } from '../access.ts'
import { Rates } from '../rates.ts'
import { Repeats } from '../repeats.ts'
import type { LaneQuestion, NodeMemory } from './node-memory.ts'

interface Bucket {
  readonly keyId: string
  readonly fullAtMs: number
  readonly missesFullAtMs: number
}

/**
 * Requests and misses per second of all nodes together. Each node counts by itself, in memory that its threads share,
 * and never waits; `share` tells the others, and learns from them; while the database is gone they learn nothing. So
 * between two of these, all nodes together may let through what each of them alone would; it is made up for afterwards.
 * Calls in flight are counted by each node alone.
 */
export class SharedRates implements NodeMemory {
  readonly #database: Database
  readonly #clock: Clock
  readonly #own: Rates
  readonly #repeats: Repeats
  #sharing: Promise<void> | undefined

  /** `lanes`: threads of this node that let calls in, this one included. */
  constructor(database: Database, clock: Clock, lanes = 1) {
    this.#database = database
    this.#clock = clock
    this.#own = new Rates(clock, lanes)
    this.#repeats = new Repeats(clock)
  }

  /** Makes a key's meter where it is missing, so it needs no time. */
  ready(): undefined {}

  enter(account: Account): RateState | Fault {
    return this.#own.enter(account)
  }

  leave(account: Account): void {
    this.#own.leave(account)
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#own.missesTooMany(account)
  }

  miss(account: Account): void {
    this.#own.miss(account)
  }

  state(account: Account): RateState {
    return this.#own.state(account)
  }

  async isPaid(name: string): Promise<boolean> {
    return this.#repeats.has(name)
  }

  async pay(name: string): Promise<boolean> {
    if (this.#repeats.has(name)) return false
    this.#repeats.add(name)
    return true
  }

  async takeBack(name: string): Promise<void> {
    this.#repeats.delete(name)
  }

  sweep(): void {
    this.#own.sweep()
    this.#repeats.sweep()
  }

  /** Lets another thread of this node count in the same memory. */
  lendTo(port: MessagePort): Line<never> {
    return new Line<never>(port, (asked: LaneQuestion) => {
      switch (asked.kind) {
        case 'meter':
          return this.#own.meter(asked.keyId).memory
        case 'isPaid':
          return this.isPaid(asked.name)
        case 'pay':
          return this.pay(asked.name)
        case 'takeBack':
          return this.takeBack(asked.name)
      }
    })
  }

  /** Takes off what a thread that died had in flight. */
  bury(lane: number): void {
    this.#own.bury(lane)
  }

  close(): void {}

  /** Tells what was taken here, and takes over what the others took from the same keys. */
  async share(): Promise<void> {
    while (this.#sharing !== undefined) await this.#sharing.catch(() => {}) // whoever began it is told
    this.#sharing = this.#share().finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
  }

  async #share(): Promise<void> {
    const taken = [...this.#own.all()].flatMap(([keyId, meter]) => {
      const told = meter.takeTaken()
      return told === undefined ? [] : [{ keyId, ...told }]
    })
    if (taken.length === 0) return
    taken.sort((one, other) => (one.keyId < other.keyId ? -1 : 1)) // on all nodes, so that no two wait for each other
    const nowMs = this.#clock.now()
    const values = [
      taken.map(({ keyId }) => keyId),
      taken.map(({ sinceMs }) => sinceMs),
      taken.map(({ requestsMs }) => requestsMs),
      taken.map(({ missesMs }) => missesMs),
      taken.map(({ emptyMs }) => nowMs + emptyMs),
      taken.map(({ missesEmptyMs }) => nowMs + missesEmptyMs),
    ]
    const buckets = await this.#database.query<Bucket>({ name: 'rates', text: SHARE, values })
    for (const { keyId, fullAtMs, missesFullAtMs } of buckets) this.#own.meter(keyId).raise(fullAtMs, missesFullAtMs)
  }

  /** Drops keys that have everything back. */
  async forget(): Promise<void> {
    await this.#database.query({ name: 'rates-forget', text: FORGET, values: [this.#clock.now()] })
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
