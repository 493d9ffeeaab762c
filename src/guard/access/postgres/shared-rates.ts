import type { Clock } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { Rates } from '../rates.ts'
import { Repeats } from '../repeats.ts'
import type { NodeKeeper } from './node-keeper.ts'

interface Bucket {
  readonly keyId: string
  readonly fullAtMs: number
  readonly missesFullAtMs: number
}

/** So long after it told of them last, the calls that a node had in flight count no more: it is gone. */
const LIFE_MS = 5000

/**
 * Requests and misses per second, and calls in flight, of all nodes together. Each node counts by itself, in memory that
 * its threads share, and never waits; `share` tells the others, and learns from them; while the database is gone they
 * learn nothing. So between two of these, all nodes together may let through what each of them alone would. Of requests
 * and misses, that is made up for afterwards.
 */
export class SharedRates implements NodeKeeper {
  readonly #database: Pick<Database, 'query'>
  readonly #clock: Clock
  readonly own: Rates
  readonly #repeats: Repeats
  #sharing: Promise<void> | undefined
  /** The number of this node in the database, once it has told of calls in flight. */
  #node: number | undefined
  #hasTold = false
  /** When it learnt of those of the others. */
  #learntMs = 0

  /** `lanes`: threads of this node that let calls in, this one included. */
  constructor(database: Pick<Database, 'query'>, clock: Clock, lanes = 1) {
    this.#database = database
    this.#clock = clock
    this.own = new Rates(clock, lanes)
    this.#repeats = new Repeats(clock)
  }

  meter(keyId: string): SharedArrayBuffer {
    return this.own.meter(keyId).memory
  }

  isPaid(question: string): boolean {
    return this.#repeats.has(question)
  }

  pay(question: string): boolean {
    if (this.#repeats.has(question)) return false
    this.#repeats.add(question)
    return true
  }

  takeBack(question: string): void {
    this.#repeats.delete(question)
  }

  sweep(): void {
    this.own.sweep()
    this.#repeats.sweep()
  }

  /** Takes off what a thread that died had in flight. */
  bury(lane: number): void {
    this.own.bury(lane)
  }

  /** Tells what was taken here, and takes over what the others took from the same keys. */
  async share(): Promise<void> {
    while (this.#sharing !== undefined) await this.#sharing.catch(() => {}) // the one that began it is told
    this.#sharing = this.#shareAll().finally(() => {
      this.#sharing = undefined
    })
    await this.#sharing
  }

  async #shareAll(): Promise<void> {
    try {
      await this.#shareTaken()
      await this.#shareInFlight()
    } finally {
      this.#forgetInFlight()
    }
  }

  async #shareTaken(): Promise<void> {
    const taken = [...this.own.all()].flatMap(([keyId, meter]) => {
      const newlyTaken = meter.takeTaken()
      return newlyTaken === undefined ? [] : [{ keyId, meter, ...newlyTaken }]
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
    let buckets: readonly Bucket[]
    try {
      buckets = await this.#database.query<Bucket>({ name: 'rates', text: SHARE, values })
    } catch (error) {
      for (const { meter, ...untold } of taken) meter.untell(untold)
      throw error
    }
    for (const { keyId, fullAtMs, missesFullAtMs } of buckets) this.own.meter(keyId).raise(fullAtMs, missesFullAtMs)
  }

  async #shareInFlight(): Promise<void> {
    const meters = [...this.own.all()]
    const calls = Object.fromEntries(
      meters.flatMap(([keyId, { inFlight }]) => (inFlight > 0 ? [[keyId, inFlight]] : [])),
    )
    if (meters.length === 0 && !this.#hasTold) return
    this.#node ??= (await this.#database.query<{ node: number }>({ name: 'node', text: NODE }))[0]?.node
    const values = [this.#node, calls, LIFE_MS / 1000, meters.map(([keyId]) => keyId)]
    const rows = await this.#database.query<InFlight>({ name: 'in-flight', text: IN_FLIGHT, values })
    const elsewhere = new Map(rows.map((row) => [row.keyId, row.calls]))
    for (const [keyId, meter] of meters) meter.inFlightElsewhere = elsewhere.get(keyId) ?? 0
    this.#hasTold = meters.length > 0
    this.#learntMs = this.#clock.now()
  }

  /** Nodes that cannot be heard of are not waited for. */
  #forgetInFlight(): void {
    if (this.#clock.now() - this.#learntMs < LIFE_MS) return
    for (const [, meter] of this.own.all()) meter.inFlightElsewhere = 0
  }

  /** Drops keys that have everything back, and nodes that are gone. */
  async forget(): Promise<void> {
    await this.#database.query({ name: 'rates-forget', text: FORGET, values: [this.#clock.now()] })
    await this.#database.query({ name: 'in-flight-forget', text: FORGET_IN_FLIGHT })
  }
}

interface InFlight {
  readonly keyId: string
  readonly calls: number
}

const NODE = `SELECT nextval('plat.node') AS node`

const IN_FLIGHT = `
  WITH told AS (
    INSERT INTO plat.in_flight (node, calls, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 second')
    ON CONFLICT (node) DO UPDATE SET calls = excluded.calls, until = excluded.until)
  SELECT key AS "keyId", sum(value::int) AS calls FROM plat.in_flight, jsonb_each_text(calls)
  WHERE node <> $1 AND until > clock_timestamp() AND key = ANY($4::text[]) GROUP BY key`

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
const FORGET_IN_FLIGHT = `
  DELETE FROM plat.in_flight WHERE node IN (
    SELECT node FROM plat.in_flight WHERE until < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED)`
const FORGET = `
  DELETE FROM plat.rate WHERE key_id IN (
    SELECT key_id FROM plat.rate WHERE greatest(full_at_ms, misses_full_at_ms) <= $1
    ORDER BY key_id FOR UPDATE SKIP LOCKED)`
