import { type Clock, DAY_MS, type Day } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { Access, Account, Plan, Question, RateState, Reservation, Usage } from './access.ts'
import { Fingerprints } from './fingerprints.ts'
import { DEMO_KEY } from './key-text.ts'
import type { Holding, Ledger } from './ledger.ts'
import { limitOf } from './limit.ts'
import type { Meter } from './meter.ts'
import { type Period, periodAt } from './period.ts'
import { enterOnceLeased } from './rates.ts'
import * as refusals from './refusals.ts'
import { type NamedQuestion, namedOf } from './repeats.ts'
import { addedIn, DEMO, DEMO_KEY_ID, refusalOf, type StoredKey, type StoredSecret } from './stored-key.ts'

/** The keys and plans in force. */
export interface Keys {
  /** Awaited before a key is looked for, where there is something to wait for. */
  ready(): Promise<void> | undefined
  /**
   * `sought`: the fingerprint of a secret, or the id of a key, which stands for a secret that does not end by itself.
   * Rejects with a Fault of status 503 where it cannot be told now.
   */
  find(sought: string): Soon<StoredSecret | undefined>
  plan(name: string): Plan | undefined
}

/** Memory in which all threads count how fast a key calls. */
export interface Meters {
  meter(keyId: string): Soon<Meter>
  /** Has a lease asked for, for one call more of the key; absent where its meter needs none. */
  lease?(keyId: string): Soon<void>
}

export interface MeteredAccessParts<Place> {
  readonly ledger: Ledger<Place>
  readonly keys: Keys
  readonly meters: Meters
  readonly clock: Clock
  /** Whether the demo key may be used now. */
  readonly demo: () => boolean
  /** Counts changes to keys and plans, in memory that threads may share. */
  readonly changes: Int32Array
}

/** Who may call and what it costs, over any ledger. */
export abstract class MeteredAccess<Place> implements Access {
  readonly #ledger: Ledger<Place>
  readonly #keys: Keys
  readonly #meters: Meters
  readonly #clock: Clock
  readonly #demo: () => boolean
  readonly #fingerprints: Fingerprints
  readonly #accounts = new WeakMap<StoredKey, MeteredAccount<Place>>()

  constructor({ ledger, keys, meters, clock, demo, changes }: MeteredAccessParts<Place>) {
    this.#ledger = ledger
    this.#keys = keys
    this.#meters = meters
    this.#clock = clock
    this.#demo = demo
    this.#fingerprints = new Fingerprints(changes)
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const fingerprint = this.#fingerprints.of(key)
    return fingerprint instanceof Fault ? fingerprint : this.#admit(fingerprint, key === DEMO_KEY, loopback)
  }

  admitId(keyId: string, loopback: boolean): Promise<Account | Fault> {
    return this.#admit(keyId, keyId === DEMO_KEY_ID, loopback)
  }

  async #admit(sought: string, isDemo: boolean, loopback: boolean): Promise<Account | Fault> {
    const refused = isDemo ? refusals.demoRefused(loopback, this.#demo()) : undefined
    if (refused !== undefined) return refused
    try {
      const waiting = this.#keys.ready()
      if (waiting !== undefined) await waiting
      return isDemo ? await this.#account(DEMO) : await this.#admitFound(sought)
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }

  enter(account: Account): Soon<RateState | Fault> {
    const { keyId, meter, plan } = accountOf(account)
    const lease = () => this.#meters.lease?.(keyId)
    return meter.enter(plan, this.#clock.now()) ?? enterOnceLeased(meter, plan, this.#clock, lease)
  }

  missesTooMany(account: Account): Fault | undefined {
    return accountOf(account).meter.missesTooMany(account.plan, this.#clock.now())
  }

  miss(account: Account): void {
    accountOf(account).meter.miss(account.plan, this.#clock.now())
  }

  rate(account: Account): RateState {
    return accountOf(account).meter.state(account.plan, this.#clock.now())
  }

  leave(account: Account): void {
    if (!accountOf(account).meter.leave()) throw new Error(`leave without enter for key ${account.keyId}`)
  }

  async reserve(account: Account, operation: string, credits: number, asked?: Question): Promise<Reservation | Fault> {
    if (!Number.isInteger(credits) || credits < 0) throw new Error(`cannot reserve ${credits} credits`)
    const own = accountOf<Place>(account)
    try {
      const question = asked && namedOf(account.keyId, asked)
      const cost = question !== undefined && (await this.#ledger.isPaid(question)) ? 0 : credits
      const limit = limitOf(own.plan)
      const reservation = new MeteredReservation(own, operation, cost, own.dayToBook(this.#clock.now()), question)
      const left = Math.max(0, await this.#ledger.hold(reservation, limit)) // the plan may have less than is spent
      if (cost > left) return refusals.creditsExhausted(account, cost, left)
      reservation.remaining = Math.max(0, left - cost - (limit - own.plan.credits))
      return reservation
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }

  async settle(reservation: Reservation, cost = reservation.credits): Promise<number> {
    if (!Number.isInteger(cost) || cost < 0) throw new Error(`cannot charge ${cost} credits`)
    const own = MeteredReservation.close<Place>(reservation)
    const { question } = own
    const credits = Math.min(cost, own.credits) // none are held for a question that is paid for
    const paid = credits > 0 ? question : undefined
    if (paid === undefined) return this.#ledger.settle(own, credits, undefined)
    if (!(await this.#isOursToPay(own, paid))) return this.#ledger.settle(own, 0, undefined)
    try {
      return await this.#ledger.settle(own, credits, paid)
    } catch (error) {
      await this.#ledger.takeBack(paid)
      throw error
    }
  }

  async release(reservation: Reservation): Promise<void> {
    this.#ledger.release(MeteredReservation.close<Place>(reservation))
  }

  /** Never below zero, though the operator may have lowered the plan below what is spent. */
  async remaining(account: Account): Promise<number> {
    return Math.max(0, account.plan.credits - (await this.#ledger.usedNow(accountOf<Place>(account).place)))
  }

  over(account: Account): number {
    return Math.max(0, (this.#ledger.used(accountOf<Place>(account).place) ?? 0) - account.plan.credits)
  }

  async usage(account: Account): Promise<readonly Usage[]> {
    const { place, period } = accountOf<Place>(account)
    return this.#ledger.usage(place, period)
  }

  async usageSince(account: Account, day: Day): Promise<readonly Usage[]> {
    return this.#ledger.usageSince(accountOf<Place>(account).place, day)
  }

  abstract close(): Promise<void>

  /** Gives the credits back where that cannot be told. */
  async #isOursToPay(reservation: MeteredReservation<Place>, question: NamedQuestion): Promise<boolean> {
    try {
      return await this.#ledger.pay(question)
    } catch (error) {
      this.#ledger.release(reservation)
      throw error
    }
  }

  async #admitFound(sought: string): Promise<Account | Fault> {
    const asked = this.#keys.find(sought)
    const secret = asked instanceof Promise ? await asked : asked
    if (secret === undefined) return refusals.keyUnknown()
    if (secret.key.revokedMs !== null) return refusals.keyRevoked(secret.key.revokedMs)
    return refusalOf(secret, this.#clock.now()) ?? this.#account(secret.key)
  }

  /** The account of a key: the same object for as long as its plan, its period and its meter stay. */
  #account(key: StoredKey): Soon<Account | Fault> {
    const plan = this.#keys.plan(key.plan)
    if (!plan) return refusals.planUnknown(key.plan)
    const nowMs = this.#clock.now()
    const account = this.#accounts.get(key)
    const isGood = account?.planOfKey === plan && account.holds(nowMs) && !account.meter.retired
    if (!isGood || !this.#ledger.isOpen(account.place)) return this.#open(key, plan)
    this.#ledger.touch(account.place, nowMs)
    return account
  }

  async #open(key: StoredKey, plan: Plan): Promise<Account> {
    const nowMs = this.#clock.now()
    const period = periodAt(plan.period, key.planSinceMs, nowMs)
    const [place, meter] = await Promise.all([
      this.#ledger.place(key.keyId, key.planNumber, period),
      this.#meters.meter(key.keyId),
    ])
    const account = new MeteredAccount(key, plan, period, place, meter)
    this.#accounts.set(key, account)
    this.#ledger.touch(account.place, nowMs)
    return account
  }
}

/** An account that knows where its credits and its calls are counted. */
class MeteredAccount<Place> implements Account {
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
  /** Without the credits that were added in the period. */
  readonly planOfKey: Plan
  readonly period: Period
  readonly place: Place
  /** A call leaves the meter that it entered, although that of its key may be dropped and made anew in between. */
  readonly meter: Meter

  constructor({ keyId, label, added }: StoredKey, plan: Plan, period: Period, place: Place, meter: Meter) {
    const more = addedIn(period, added)
    this.keyId = keyId
    this.label = label
    this.plan = more === 0 ? plan : Object.freeze({ ...plan, credits: plan.credits + more })
    this.periodStartMs = period.startMs
    this.periodEndMs = period.endMs
    this.planOfKey = plan
    this.period = period
    this.place = place
    this.meter = meter
  }

  holds(nowMs: number): boolean {
    return this.periodStartMs <= nowMs && (this.periodEndMs === undefined || nowMs < this.periodEndMs)
  }

  /** The day to book under, always inside the period: a call let in just before its end belongs to it. */
  dayToBook(nowMs: number): number {
    const { periodStartMs, periodEndMs = Number.POSITIVE_INFINITY } = this
    return Math.max(periodStartMs / DAY_MS, Math.min(Math.floor(nowMs / DAY_MS), periodEndMs / DAY_MS - 1))
  }
}

function accountOf<Place>(account: Account): MeteredAccount<Place> {
  if (account instanceof MeteredAccount) return account
  throw new Error('the account does not come from this access')
}

/** Credits set aside, until they are settled or released exactly once. */
class MeteredReservation<Place> implements Reservation, Holding<Place> {
  readonly account: MeteredAccount<Place>
  readonly operation: string
  readonly credits: number
  readonly dayNumber: number
  readonly question: NamedQuestion | undefined
  remaining = 0
  session = 0
  #isOpen = true

  constructor(
    account: MeteredAccount<Place>,
    operation: string,
    credits: number,
    dayNumber: number,
    question: NamedQuestion | undefined,
  ) {
    this.account = account
    this.operation = operation
    this.credits = credits
    this.dayNumber = dayNumber
    this.question = question
  }

  get place(): Place {
    return this.account.place
  }

  /** To be called once, before the credits are booked or given back. */
  static close<Place>(reservation: Reservation): MeteredReservation<Place> {
    if (!(reservation instanceof MeteredReservation)) throw new Error('the reservation does not come from this access')
    if (!reservation.#isOpen)
      throw new Error(`a reservation for ${reservation.operation} was settled or released twice`)
    reservation.#isOpen = false
    return reservation
  }
}
