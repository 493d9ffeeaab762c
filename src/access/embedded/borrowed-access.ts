import type { MessagePort } from 'node:worker_threads'
import type { Clock, Day } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import { Line, received } from '../../base/line.ts'
import type { Access, Account, Question, RateState, Reservation, Usage } from '../access.ts'
import { Fingerprints } from '../fingerprints.ts'
import type { LedgerMemory } from '../kept-access.ts'
import { DEMO_KEY } from '../key-text.ts'
import { Meter } from '../meter.ts'
import { demoRefused } from '../refusals.ts'
import { creditsLeft, creditsOver, PurseAccount } from './account.ts'
import type { Admission, LedgerQuestion, Lent, Refused } from './lent.ts'
import { SettledLog } from './settled-log.ts'
import { TabMemory } from './tab-memory.ts'
import { type Keeper, Till } from './till.ts'

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
  readonly #till: Till
  readonly #changes: Int32Array
  #seenChanges = -1
  readonly #fingerprints: Fingerprints
  readonly #remembered = new Map<string, Remembered>()
  readonly #meters = new WeakMap<Account, Meter>()

  /** `demo`: whether the demo key may be used now, as for the access that this one borrows from. */
  constructor(
    port: MessagePort,
    lane: number,
    { settled, settledPath, changes }: LedgerMemory,
    clock: Clock,
    demo: () => boolean,
  ) {
    this.#line = new Line(port)
    this.#clock = clock
    this.#demo = demo
    this.#lane = lane
    this.#log = new SettledLog(settledPath, settled)
    this.#till = new Till(this.#log, clock, this.#keeper())
    this.#changes = new Int32Array(changes)
    this.#fingerprints = new Fingerprints(this.#changes)
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const name = this.#fingerprints.of(key)
    if (name instanceof Fault) return name
    const refused = key === DEMO_KEY ? demoRefused(loopback, this.#demo()) : undefined
    if (refused !== undefined) return refused
    this.#forgetWhatChanged()
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

  reserve(account: Account, operation: string, credits: number, question?: Question): Promise<Reservation | Fault> {
    return this.#till.reserve(account, operation, credits, question)
  }

  settle(reservation: Reservation): Promise<number> {
    return this.#till.settle(reservation)
  }

  async release(reservation: Reservation): Promise<void> {
    this.#till.release(reservation)
  }

  async remaining(account: Account): Promise<number> {
    return creditsLeft(account)
  }

  over(account: Account): number {
    return creditsOver(account)
  }

  async usage(account: Account): Promise<readonly Usage[]> {
    const { tab, purse } = PurseAccount.purseOf(account)
    return (await this.#line.ask({ kind: 'usage', tab, purse })) as readonly Usage[] // `lendOn` answers so
  }

  async usageSince(account: Account, day: Day): Promise<readonly Usage[]> {
    const { planNumber } = PurseAccount.purseOf(account)
    const asked = { kind: 'usageSince', keyId: account.keyId, planNumber, day } as const
    return (await this.#line.ask(asked)) as readonly Usage[] // likewise
  }

  /** Nothing is to be written down: what was settled is in the log. */
  async close(): Promise<void> {
    this.#line.close()
    this.#log.close()
  }

  /** Read before anything is asked, so that what changes meanwhile is noticed at the next call. */
  #forgetWhatChanged(): void {
    const changes = Atomics.load(this.#changes, 0)
    if (changes === this.#seenChanges && this.#remembered.size < ACCOUNTS_MAX) return
    this.#remembered.clear()
    this.#seenChanges = changes
  }

  #remember(name: string, lent: Lent, changes: number): Account {
    const { account: named, meter, tab, tabNumber, planNumber, purse, untilMs } = lent
    const memory = new TabMemory(tab, this.#lane)
    const account = new PurseAccount(named, { memory, purse, tab: tabNumber, planNumber })
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

  #keeper(): Keeper {
    const ask = (question: LedgerQuestion) => this.#line.ask(question)
    return {
      isPaid: async (question) => (await ask({ kind: 'isPaid', question })) === true,
      pay: async (question) => (await ask({ kind: 'pay', question })) === true,
      lease: async (shortage) => {
        const answer = (await ask({ kind: 'lease', shortage })) as Refused | undefined // `lendOn` answers so
        return answer && (received(answer.refused) as Fault) // a Fault was sent
      },
      flush: async () => {
        await ask({ kind: 'flush' })
      },
    }
  }
}
