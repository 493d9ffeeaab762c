import type { MessagePort } from 'node:worker_threads'
import { inBackground } from '../../base/background.ts'
import type { Clock, Day } from '../../base/clock.ts'
import { CommandFault, Fault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { Database } from '../../base/postgres/database.ts'
import { followed } from '../../base/postgres/followed.ts'
import type { Account, Plan, Question, RateState, Reservation, Usage } from '../access.ts'
import { Fingerprints } from '../fingerprints.ts'
import type { KeptAccess, LaneSetting } from '../kept-access.ts'
import { DEMO_KEY } from '../key-text.ts'
import { limitOf } from '../limit.ts'
import { periodAt } from '../period.ts'
import type { Plans } from '../plans.ts'
import * as refusals from '../refusals.ts'
import { nameOf, REPEAT_MS } from '../repeats.ts'
import { addedIn, DEMO, refusalOf, type StoredKey, type StoredSecret } from '../stored-key.ts'
import { type NamedQuestion, PostgresAccount, PostgresReservation } from './account.ts'
import { Charger, type Hold } from './charger.ts'
import { KeyTable } from './key-table.ts'
import type { NodeMemory } from './node-memory.ts'
import type { SharedPlans } from './plans.ts'
import { SharedRates } from './shared-rates.ts'

/** How long a change to keys or plans may wait, and how long what a node held that is gone. */
const REFRESH_MS = 250
const RECOVER_MS = 1000
/** How long rows may lie about that say nothing any more. */
const SWEEP_MS = 60_000
/** How long nodes let calls through before they tell each other. */
const SHARE_MS = 100

export interface PostgresAccessParts {
  readonly database: Database
  readonly plans: SharedPlans
  /** Follows the clock of the database. */
  readonly clock: Clock
  readonly log: Log
  readonly demo: () => boolean
  /** For a thread that counts in the memory of another one. */
  readonly memory?: NodeMemory
  /** Other threads that count in the memory of this one. */
  readonly borrowers?: number
  /** Closed with it. */
  readonly closes?: () => Promise<void>
}

/**
 * Access over one PostgreSQL that any number of nodes share. Every credit is set aside and spent there, so that all
 * nodes together are as exact as one process; keys and plans are in memory and followed. Rates are counted by each
 * node and shared ten times a second.
 */
export class PostgresAccess implements KeptAccess {
  readonly #parts: PostgresAccessParts
  readonly #keys: KeyTable
  readonly #charger: Charger
  readonly #memory: NodeMemory
  /** The same, where this thread keeps it. */
  readonly #rates: SharedRates | undefined
  readonly #changes = new Int32Array(new SharedArrayBuffer(4))
  readonly #fingerprints = new Fingerprints(this.#changes)
  readonly #accounts = new WeakMap<StoredKey, { readonly plan: Plan; readonly account: PostgresAccount }>()
  readonly #lastUsedMs = new Map<string, number>()
  readonly #timers: readonly NodeJS.Timeout[]

  private constructor(parts: PostgresAccessParts) {
    this.#parts = parts
    this.#keys = new KeyTable(parts.database)
    this.#charger = new Charger(parts.database)
    const { memory, borrowers = 0 } = parts
    this.#rates = memory === undefined ? new SharedRates(parts.database, parts.clock, borrowers + 1) : undefined
    this.#memory = memory ?? (this.#rates as SharedRates) // one of them is there
    const meanwhile = 'Until then calls that cost credits are refused, and known keys are let in.'
    const store = followed(parts.database, parts.log, meanwhile)
    this.#timers = [
      inBackground(() => this.refresh(), REFRESH_MS, store),
      inBackground(() => this.recover(), RECOVER_MS, store),
      inBackground(() => this.sweep(), SWEEP_MS, store),
      inBackground(() => this.shareRates(), SHARE_MS, store),
    ]
  }

  /** Rejects with a CommandFault where the database cannot be read. */
  static async open(parts: PostgresAccessParts): Promise<PostgresAccess> {
    const access = new PostgresAccess(parts)
    try {
      await access.refresh()
      return access
    } catch (error) {
      for (const timer of access.#timers) clearInterval(timer)
      throw error
    }
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const fingerprint = this.#fingerprints.of(key)
    if (fingerprint instanceof Fault) return fingerprint
    if (key === DEMO_KEY) return refusals.demoRefused(loopback, this.#parts.demo()) ?? this.#letIn(DEMO)
    const secret = await this.#secret(fingerprint)
    if (secret instanceof Fault) return secret
    if (secret === undefined) return refusals.keyUnknown()
    if (secret.key.revokedMs !== null) return refusals.keyRevoked(secret.key.revokedMs)
    return refusalOf(secret, this.#parts.clock.now()) ?? this.#letIn(secret.key)
  }

  enter(account: Account): RateState | Fault {
    return this.#memory.enter(account)
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#memory.missesTooMany(account)
  }

  miss(account: Account): void {
    this.#memory.miss(account)
  }

  rate(account: Account): RateState {
    return this.#memory.state(account)
  }

  leave(account: Account): void {
    this.#memory.leave(account)
  }

  async reserve(account: Account, operation: string, credits: number, asked?: Question): Promise<Reservation | Fault> {
    if (!Number.isInteger(credits) || credits < 0) throw new Error(`cannot reserve ${credits} credits`)
    try {
      const question = asked && { name: nameOf(account.keyId, asked.text), lasts: asked.lasts }
      const cost = question !== undefined && (await this.#isPaid(question)) ? 0 : credits
      return await this.#hold(account, operation, cost, question)
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }

  async settle(reservation: Reservation): Promise<number> {
    const { account, operation, credits, hold, question } = PostgresReservation.close(reservation)
    const isPaid = question !== undefined && credits > 0 && !(await this.#memory.pay(question.name))
    const cost = isPaid ? 0 : credits
    const nowMs = this.#parts.clock.now()
    const paid = question?.lasts && cost > 0 ? { name: question.name, nowMs, untilMs: nowMs + REPEAT_MS } : undefined
    const settled = this.#charger.settle(hold, operation, cost, paid)
    if (credits === 0) {
      settled.catch(() => {}) // it is answered although it may not be counted: nothing is owed for it
      return 0
    }
    try {
      const charged = await settled
      PostgresAccount.giveBack(account, credits - charged)
      return charged
    } catch (error) {
      if (question !== undefined && cost > 0) await this.#memory.takeBack(question.name)
      PostgresAccount.giveBack(account, credits)
      throw error
    }
  }

  async release(reservation: Reservation): Promise<void> {
    const { account, credits, hold } = PostgresReservation.close(reservation)
    if (credits === 0) return
    PostgresAccount.giveBack(account, credits)
    this.#charger.release(hold) // the caller, who got no answer to pay for, need not wait for that
  }

  async remaining(account: Account): Promise<number> {
    return Math.max(0, account.plan.credits - (await this.#usedNow(account)))
  }

  over(account: Account): number {
    return Math.max(0, (PostgresAccount.usedOf(account) ?? 0) - account.plan.credits)
  }

  async usage(account: Account): Promise<readonly Usage[]> {
    const { keyId, planNumber, first, end } = PostgresAccount.purseOf(account)
    await this.#charger.flush()
    const values = [keyId, planNumber, first, end]
    return this.#reading(() => this.#parts.database.query<Usage>({ name: 'usage', text: USAGE, values }))
  }

  async usageSince(account: Account, day: Day): Promise<readonly Usage[]> {
    await this.#charger.flush()
    const values = [account.keyId, PostgresAccount.planNumberOf(account), day]
    return this.#reading(() => this.#parts.database.query<Usage>({ name: 'usage-since', text: USAGE_SINCE, values }))
  }

  get plans(): Plans {
    return this.#parts.plans.plans
  }

  /** Charged calls are in the database before they are answered. */
  get unwritten() {
    return NOTHING_UNWRITTEN
  }

  lendTo(lane: number, port: MessagePort): LaneSetting {
    if (this.#rates === undefined) throw new Error('this thread counts in the memory of another one')
    this.#rates.lendTo(port)
    return { lane }
  }

  /** What it held in the database comes back when its session ends. */
  bury(lane: number): void {
    this.#rates?.bury(lane)
  }

  /** Looks for changes to keys and plans now rather than at the next turn of the timer, and drops what is idle. */
  async refresh(): Promise<void> {
    if (await this.#parts.plans.follow()) Atomics.add(this.#changes, 0, 1)
    if (await this.#keys.refresh()) Atomics.add(this.#changes, 0, 1)
    this.#memory.sweep()
  }

  /** Tells the other nodes what was let through here, and learns from them. */
  async shareRates(): Promise<void> {
    await this.#rates?.share()
  }

  /** Gives back what nodes held that are gone, and writes down which keys were used. */
  async recover(): Promise<void> {
    const { database, clock } = this.#parts
    await database.query({ name: 'recover', text: 'SELECT plat.recover()' })
    await this.#rates?.forget()
    await database.query({ name: 'forget-paid', text: FORGET_PAID, values: [clock.now()] })
    // In one order on all nodes, so that no two wait for each other.
    const used = [...this.#lastUsedMs].sort(([one], [other]) => (one < other ? -1 : 1))
    if (used.length === 0) return
    const values = [used.map(([keyId]) => keyId), used.map(([, lastUsedMs]) => lastUsedMs)]
    await database.query({ name: 'key-use', text: SET_LAST_USED, values })
    for (const [keyId, ms] of used) if (this.#lastUsedMs.get(keyId) === ms) this.#lastUsedMs.delete(keyId)
  }

  /** Drops what nodes that run for long held on former days. */
  async sweep(): Promise<void> {
    await this.#parts.database.query({ name: 'sweep', text: SWEEP_HOLDS })
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#memory.close()
    try {
      await this.#charger.close()
      await this.recover()
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error // what it held comes back with the end of its session
    }
    await this.#parts.closes?.()
  }

  async #hold(account: Account, operation: string, credits: number, question: NamedQuestion | undefined) {
    const purse = PostgresAccount.purseOf(account)
    const day = PostgresAccount.dayToBook(account, this.#parts.clock.now())
    const nothing: Hold = { session: 0, keyId: purse.keyId, planNumber: purse.planNumber, day, credits: 0 }
    if (credits === 0) {
      const used = PostgresAccount.usedOf(account) ?? (await this.#usedNow(account).catch(() => 0))
      const remaining = Math.max(0, account.plan.credits - used)
      return new PostgresReservation({ account, operation, credits, remaining }, nothing, question)
    }
    const { left, hold } = await this.#charger.ask(purse, day, credits)
    PostgresAccount.learn(account, purse.limit - left + (hold === undefined ? 0 : credits))
    if (hold === undefined) return refusals.creditsExhausted(account, credits, Math.max(0, left))
    const remaining = Math.max(0, left - credits - (purse.limit - account.plan.credits))
    return new PostgresReservation({ account, operation, credits, remaining }, hold, question)
  }

  /** Of the period, by all nodes, what is set aside included. */
  async #usedNow(account: Account): Promise<number> {
    const purse = PostgresAccount.purseOf(account)
    const day = PostgresAccount.dayToBook(account, this.#parts.clock.now())
    const { left } = await this.#charger.ask(purse, day, 0)
    PostgresAccount.learn(account, limitOf(account.plan) - left)
    return limitOf(account.plan) - left
  }

  async #isPaid({ name, lasts }: NamedQuestion): Promise<boolean> {
    if (await this.#memory.isPaid(name)) return true
    if (!lasts) return false
    const values = [name, this.#parts.clock.now()]
    const paid = { name: 'paid', text: 'SELECT 1 AS paid FROM plat.paid WHERE name = $1 AND until_ms > $2', values }
    return (await this.#reading(() => this.#parts.database.query(paid))).length > 0
  }

  /** A database that cannot be read at this moment is not our bug: the caller may ask again. */
  async #reading<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read()
    } catch (error) {
      throw error instanceof CommandFault ? refusals.keysUnreadable() : error
    }
  }

  /** Looked up in the database before it counts as unknown: it may have been made a moment ago. */
  async #secret(fingerprint: string): Promise<StoredSecret | Fault | undefined> {
    const known = this.#keys.find(fingerprint)
    if (known) return known
    try {
      await this.#keys.refresh()
    } catch (error) {
      if (error instanceof CommandFault) return refusals.keysUnreadable()
      throw error
    }
    return this.#keys.find(fingerprint)
  }

  async #letIn(key: StoredKey): Promise<Account | Fault> {
    const waiting = this.#memory.ready(key.keyId)
    if (waiting !== undefined) await waiting
    return this.#account(key)
  }

  #account(key: StoredKey): Account | Fault {
    const plan = this.#parts.plans.get(key.plan)
    if (!plan) return refusals.planUnknown(key.plan)
    const nowMs = this.#parts.clock.now()
    if (key !== DEMO) this.#lastUsedMs.set(key.keyId, nowMs)
    const known = this.#accounts.get(key)
    if (known?.plan === plan && known.account.holds(nowMs)) return known.account
    const period = periodAt(plan.period, key.planSinceMs, nowMs)
    const added = addedIn(period, key.added)
    const ofAccount = added === 0 ? plan : Object.freeze({ ...plan, credits: plan.credits + added })
    const named = { ...key, plan: ofAccount, periodStartMs: period.startMs, periodEndMs: period.endMs }
    const account = new PostgresAccount(named, key.planNumber)
    this.#accounts.set(key, { plan, account })
    return account
  }
}

const NOTHING_UNWRITTEN = { calls: 0, lagMs: 0 } as const

/** By the clock of the database, in whatever time zone: a day more does no harm. */
const SWEEP_HOLDS = `
  DELETE FROM plat.hold WHERE (key_id, plan_number, session, day) IN (
    SELECT key_id, plan_number, session, day FROM plat.hold WHERE credits = 0 AND day < current_date - 1
    FOR UPDATE SKIP LOCKED)`
const USAGE = `
  SELECT day, operation, calls, credits FROM plat.usage
  WHERE key_id = $1 AND plan_number = $2 AND day >= $3 AND day < $4 ORDER BY day, operation COLLATE "C"`
const USAGE_SINCE = `
  SELECT day, operation, sum(calls)::bigint AS calls, sum(credits)::bigint AS credits FROM plat.usage
  WHERE key_id = $1 AND plan_number <= $2 AND day >= $3
  GROUP BY day, operation ORDER BY day, operation COLLATE "C"`
const FORGET_PAID = 'DELETE FROM plat.paid WHERE until_ms <= $1'
const SET_LAST_USED = `
  INSERT INTO plat.key_use AS known (key_id, last_used_ms) SELECT * FROM unnest($1::text[], $2::bigint[])
  ON CONFLICT (key_id) DO UPDATE SET last_used_ms = greatest(known.last_used_ms, excluded.last_used_ms)`
