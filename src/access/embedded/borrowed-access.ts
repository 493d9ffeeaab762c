import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import { Line, received } from '../../base/line.ts'
import type { Access, Account, RateState, Reservation, Usage } from '../access.ts'
import type { LaneSetting } from '../kept-access.ts'
import { DEMO_KEY, fingerprint, malformation } from '../key-text.ts'
import { Meter } from '../meter.ts'
import { creditsExhausted, demoRefused } from '../refusals.ts'
import { creditsLeft, PurseAccount, PurseReservation } from './account.ts'
import type { Admission, LedgerQuestion, Lent } from './lent.ts'
import { SettledLog } from './settled-log.ts'
import { TabMemory } from './tab-memory.ts'

/** Accounts remembered at a time. */
const ACCOUNTS_MAX = 20_000

interface Remembered {
  readonly account: PurseAccount
  readonly meter: Meter
  readonly untilMs: number
}

/**
 * Access for one of several threads. Who a key is, it asks the thread that keeps the ledger, and remembers until
 * anything changes. Rates and credits it counts itself, in memory that all threads share. What it settles goes into a
 * log there, from which the keeper of the ledger takes it, even if this thread dies.
 */
export class BorrowedAccess implements Access {
  readonly #line: Line<LedgerQuestion>
  readonly #clock: Clock
  readonly #demo: () => boolean
  readonly #lane: number
  readonly #log: SettledLog
  readonly #changes: Int32Array
  #seenChanges = -1
  readonly #remembered = new Map<string, Remembered>()
  readonly #meters = new WeakMap<Account, Meter>()

  /** `demo`: whether the demo key may be used now, as for the access that this one borrows from. */
  constructor(port: MessagePort, { lane, settled, changes }: LaneSetting, clock: Clock, demo: () => boolean) {
    this.#line = new Line(port)
    this.#clock = clock
    this.#demo = demo
    this.#lane = lane
    this.#log = new SettledLog(settled)
    this.#changes = new Int32Array(changes)
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const broken = malformation(key)
    if (broken) return new Fault('key.malformed', broken)
    const refused = key === DEMO_KEY ? demoRefused(loopback, this.#demo()) : undefined
    if (refused !== undefined) return refused
    this.#forgetWhatChanged()
    const name = fingerprint(key) + (loopback ? ' here' : '') // the key itself is kept nowhere
    const nowMs = this.#clock.now()
    const known = this.#remembered.get(name)
    if (known !== undefined && nowMs < known.untilMs && !known.meter.retired && known.account.holds(nowMs)) {
      PurseAccount.purseOf(known.account).memory.touch(nowMs)
      return known.account
    }
    const changes = this.#seenChanges
    const admission = (await this.#line.ask({ kind: 'admit', key, loopback })) as Admission // `lendOn` answers so
    if ('refused' in admission) return received(admission.refused) as Fault // a Fault was sent
    return this.#remember(name, admission.lent, changes)
  }

  enter(account: Account): RateState | Fault {
    return this.#meter(account).enter(account.plan, this.#clock.now())
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#meter(account).missesTooMany(account.plan, this.#clock.now())
  }

  miss(account: Account): void {
    this.#meter(account).miss(account.plan, this.#clock.now())
  }

  rate(account: Account): RateState {
    return this.#meter(account).state(account.plan, this.#clock.now())
  }

  leave(account: Account): void {
    if (!this.#meter(account).leave()) throw new Error(`leave without enter for key ${account.keyId}`)
  }

  async reserve(account: Account, operation: string, credits: number, question?: string): Promise<Reservation | Fault> {
    if (!Number.isInteger(credits) || credits < 0) throw new Error(`cannot reserve ${credits} credits`)
    const isPaid = question !== undefined && (await this.#askPaid('isPaid', account, question))
    const cost = isPaid ? 0 : credits
    const opened = PurseReservation.open(account, operation, cost, this.#clock.now(), question)
    return typeof opened === 'number' ? creditsExhausted(account, cost, opened) : opened
  }

  async settle(reservation: Reservation): Promise<number> {
    const { account, operation, credits, dayNumber, question } = PurseReservation.close(reservation)
    const { memory, tab } = PurseAccount.purseOf(account)
    const isNew = question === undefined || credits === 0 || (await this.#askPaid('pay', account, question))
    const charged = isNew ? credits : 0
    while (this.#log.isFull) await this.#line.ask({ kind: 'takeOver' })
    memory.spend(dayNumber, credits, charged, () => this.#log.add({ tab, dayNumber, operation, credits: charged }))
    return charged
  }

  async release(reservation: Reservation): Promise<void> {
    const { account, dayNumber, credits } = PurseReservation.close(reservation)
    PurseAccount.purseOf(account).memory.hold(dayNumber, -credits)
  }

  async remaining(account: Account): Promise<number> {
    return creditsLeft(account)
  }

  async usage(account: Account): Promise<readonly Usage[]> {
    const { tab, purse } = PurseAccount.purseOf(account)
    return (await this.#line.ask({ kind: 'usage', tab, purse })) as readonly Usage[] // `lendOn` answers so
  }

  /** Nothing is to be written down: what was settled is in the log. */
  async close(): Promise<void> {
    this.#line.close()
  }

  /** Read before anything is asked, so that what changes meanwhile is noticed at the next call. */
  #forgetWhatChanged(): void {
    const changes = Atomics.load(this.#changes, 0)
    if (changes === this.#seenChanges && this.#remembered.size < ACCOUNTS_MAX) return
    this.#remembered.clear()
    this.#seenChanges = changes
  }

  #remember(name: string, { account: named, meter, tab, tabNumber, purse, untilMs }: Lent, changes: number): Account {
    const memory = new TabMemory(tab, this.#lane)
    const account = new PurseAccount(named, { memory, purse, tab: tabNumber })
    const known = { account, meter: new Meter(meter, this.#lane), untilMs }
    this.#meters.set(account, known.meter)
    if (changes === this.#seenChanges) this.#remembered.set(name, known)
    return account
  }

  #meter(account: Account): Meter {
    const meter = this.#meters.get(account)
    if (meter === undefined) throw new Error('the account does not come from this access')
    return meter
  }

  async #askPaid(kind: 'isPaid' | 'pay', { keyId }: Account, question: string): Promise<boolean> {
    return (await this.#line.ask({ kind, keyId, question })) === true
  }
}
