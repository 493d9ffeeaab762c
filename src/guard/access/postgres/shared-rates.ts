import type { Clock } from '../../../kit/base/clock.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { Turns } from '../../../kit/postgres/turns.ts'
import { LEASE_MS, type Leased, type Meter, type Told } from '../meter.ts'
import { Rates } from '../rates.ts'
import { type NamedQuestion, Repeats } from '../repeats.ts'
import type { NodeKeeper } from './node-keeper.ts'

/** A share, or calls of a key that wait for a lease. */
interface Asking {
  /** undefined for all that there is to tell. */
  readonly keyId: string | undefined
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** So long after it told of them last, the calls that a node had in flight count no more: it is gone. */
const LIFE_MS = 5000

/** A call waits so long for a lease before the node counts alone. */
const PATIENCE_MS = 500

/**
 * Requests and misses per second, and calls in flight, of all nodes together. Each node counts in memory that its
 * threads share. A request needs a lease, of which a node that lets calls through has some ahead; so all nodes together
 * never let through more than the plan allows. `share` tells the others what was taken, and learns from them. Of misses
 * and calls in flight, all nodes may between two of these let through what each of them alone would; of misses, that is
 * made up for afterwards. While the database is gone, each node counts alone.
 */
export class SharedRates implements NodeKeeper {
  readonly #database: Pick<Database, 'query'>
  readonly #clock: Clock
  readonly own: Rates
  readonly #repeats: Repeats
  readonly #turns = new Turns<Asking>((asking) => this.#tell(asking))
  #node: Promise<number> | undefined
  #hasTold = false
  /** When it learnt of those of the others. */
  #learntMs = 0

  /** `lanes`: threads of this node that let calls in, this one included. */
  constructor(database: Pick<Database, 'query'>, clock: Clock, lanes = 1) {
    this.#database = database
    this.#clock = clock
    this.own = new Rates(clock, lanes, true)
    this.#repeats = new Repeats(clock)
  }

  meter(keyId: string): SharedArrayBuffer {
    return this.own.meter(keyId).memory
  }

  isPaid(question: string): boolean {
    return this.#repeats.has(question)
  }

  pay(question: NamedQuestion): boolean {
    if (this.#repeats.has(question.name)) return false
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

  /** Has a lease asked for, for one call more; the call then tries again, whatever became of that. */
  lease(keyId: string): Promise<void> {
    return new Promise((done) => {
      const late = setTimeout(() => {
        this.own.meter(keyId).goAlone()
        done()
      }, PATIENCE_MS).unref()
      const answered = () => {
        clearTimeout(late)
        done()
      }
      this.#turns.add({ keyId, done: answered, failed: answered })
    })
  }

  /** Tells what was taken here, and takes over what the others took from the same keys. */
  async share(): Promise<void> {
    try {
      await new Promise<void>((done, failed) => {
        this.#turns.add({ keyId: undefined, done, failed })
      })
      await this.#shareInFlight()
    } finally {
      this.#forgetInFlight()
    }
  }

  /** Hands back what is leased here; it comes back by itself where that fails. */
  async close(): Promise<void> {
    for (const [, meter] of this.own.all()) meter.handBack()
    await this.share().catch(() => {})
  }

  async #tell(asking: readonly Asking[]): Promise<void> {
    try {
      await this.#tellOf(Map.groupBy(asking, ({ keyId }) => keyId))
      for (const { done } of asking) done()
    } catch (error) {
      for (const { failed } of asking) failed(error)
    }
  }

  async #tellOf(asking: ReadonlyMap<string | undefined, readonly Asking[]>): Promise<void> {
    const nowMs = this.#clock.now()
    const meters = asking.has(undefined)
      ? this.own.all()
      : [...asking.keys()].map((keyId = '') => [keyId, this.own.meter(keyId)] as const)
    const lines = new Map<string, { readonly meter: Meter; readonly line: Told }>()
    for (const [keyId, meter] of meters) {
      const line = meter.tell(asking.get(keyId)?.length ?? 0, nowMs)
      if (line !== undefined) lines.set(keyId, { meter, line })
    }
    if (lines.size === 0) return
    try {
      const json = JSON.stringify(Array.from(lines, ([key, { line }]) => ({ key, ...line })))
      const values = [await this.#numberOf(), nowMs, LEASE_MS, json]
      const [row] = await this.#database.query<{ answer: readonly Answer[] }>({ name: 'rates', text: SHARE, values })
      for (const answer of row?.answer ?? []) {
        const asked = lines.get(answer.key)
        asked?.meter.take(asked.line, answer, nowMs)
      }
    } catch (error) {
      for (const { meter, line } of lines.values()) meter.untell(line)
      throw error
    }
  }

  /** The number of this node in the database: one only, though several ask for it at once. */
  #numberOf(): Promise<number> {
    this.#node ??= this.#database.query<{ node: number }>({ name: 'node', text: NODE }).then(
      ([row]) => row?.node ?? 0,
      (error: unknown) => {
        this.#node = undefined
        throw error
      },
    )
    return this.#node
  }

  async #shareInFlight(): Promise<void> {
    const meters = [...this.own.all()]
    const calls = Object.fromEntries(
      meters.flatMap(([keyId, { inFlight }]) => (inFlight > 0 ? [[keyId, inFlight]] : [])),
    )
    if (meters.length === 0 && !this.#hasTold) return
    const values = [await this.#numberOf(), calls, LIFE_MS / 1000, meters.map(([keyId]) => keyId)]
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

interface Answer extends Leased {
  readonly key: string
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

const SHARE = 'SELECT plat.share_rates($1, $2, $3, $4) AS answer'
const FORGET_IN_FLIGHT = `
  DELETE FROM plat.in_flight WHERE node IN (
    SELECT node FROM plat.in_flight WHERE until < clock_timestamp() - interval '1 minute' FOR UPDATE SKIP LOCKED)`
const FORGET = `
  DELETE FROM plat.rate WHERE key_id IN (
    SELECT key_id FROM plat.rate WHERE greatest(full_at_ms, misses_full_at_ms, held_until_ms) <= $1
    ORDER BY key_id FOR UPDATE SKIP LOCKED)`
