import type { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import { inBackground } from '../../base/background.ts'
import type { Clock, Day } from '../../base/clock.ts'
import { CommandFault, Fault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import type { StoreWriter } from '../../base/store-writer.ts'
import type { Account, Plan, Question, RateState, Reservation, Usage } from '../access.ts'
import { Fingerprints } from '../fingerprints.ts'
import type { KeptAccess, LaneSetting } from '../kept-access.ts'
import { DEMO_KEY } from '../key-text.ts'
import { periodAt } from '../period.ts'
import type { Plans } from '../plans.ts'
import type { PlansFile } from '../plans-file.ts'
import { Rates } from '../rates.ts'
import * as refusals from '../refusals.ts'
import { addedIn, DEMO, refusalOf, type StoredKey, type StoredSecret } from '../stored-key.ts'
import { creditsLeft, creditsOver, PurseAccount } from './account.ts'
import { KeyTable } from './key-table.ts'
import type { LeaseFolder } from './lease-folder.ts'
import { Leases } from './leases.ts'
import { Ledger } from './ledger.ts'
import { type Lender, type Lent, lendOn } from './lent.ts'
import { type NamedQuestion, PaidQuestions } from './paid-questions.ts'
import type { Revocations } from './revocations.ts'
import { RevokedBeside } from './revoked-beside.ts'
import { SettledLog } from './settled-log.ts'
import { ACCESS_FORMAT, guardedStore } from './store.ts'
import { type Shortage, Till } from './till.ts'

/** How long a change to keys or plans, and settled credits, may wait. */
const REFRESH_MS = 250
const FLUSH_MS = 200
/** How long the leases of a process that died may lie about. */
const RECOVER_MS = 1000

export interface EmbeddedAccessParts {
  /** Only read from: the thread that answers calls never waits for a lock. */
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write' | 'close'>
  /** Names this process among all that write to the file. */
  readonly writerId: string
  readonly path: string
  readonly plans: PlansFile
  readonly revocations: Revocations
  readonly folder: LeaseFolder
  readonly clock: Clock
  readonly log: Log
  readonly demo: () => boolean
  /** Other threads that answer calls, with a `BorrowedAccess` each. */
  readonly borrowers?: number
}

/**
 * Access over one SQLite file, for one process: keys and credits in memory, what is new written behind. Other threads
 * may borrow from it; this one alone keeps the ledger.
 */
export class EmbeddedAccess implements KeptAccess, Lender {
  readonly #parts: EmbeddedAccessParts
  readonly #keys: KeyTable
  readonly #ledger: Ledger
  readonly #rates: Rates
  readonly #questions: PaidQuestions
  readonly #revoked: RevokedBeside
  readonly #accounts = new WeakMap<StoredKey, { readonly plan: Plan; readonly account: PurseAccount }>()
  readonly #timers: readonly NodeJS.Timeout[]
  readonly #leases: Leases
  readonly #till: Till
  /** What threads settle, this one first. */
  readonly #logs: readonly SettledLog[]
  /** Counts changes to keys and plans, so that other threads notice. */
  readonly #changes = new Int32Array(new SharedArrayBuffer(4))
  readonly #fingerprints = new Fingerprints(this.#changes)

  constructor(parts: EmbeddedAccessParts) {
    this.#parts = parts
    parts.store.exec('PRAGMA busy_timeout = 0')
    this.#keys = new KeyTable(parts.store)
    const { borrowers = 0 } = parts
    const { folder, writerId } = parts
    const lanes = borrowers + 1
    this.#logs = Array.from({ length: lanes }, (_, lane) => new SettledLog(folder.logPath(writerId, lane)))
    const onPaid = (name: string) => this.#questions.confirm(name)
    this.#ledger = new Ledger({ ...parts, logs: this.#logs, onPaid })
    this.#leases = new Leases({ ...parts, lanes, ledger: this.#ledger })
    this.#till = new Till(this.#logs[0] as SettledLog, parts.clock, this) // there is one lane at least
    this.#rates = new Rates(parts.clock, lanes)
    this.#questions = new PaidQuestions({ ...parts, recover: () => this.recover() })
    this.#revoked = new RevokedBeside(parts, this.#keys)
    this.#takeOverKeys()
    this.#revoked.follow()
    const store = {
      ...parts,
      names: ACCESS_FORMAT,
      meanwhile: 'Until then calls are answered from credits that are set aside.',
    }
    this.#timers = [
      inBackground(() => this.refresh(), REFRESH_MS, store),
      inBackground(() => this.#write(), FLUSH_MS, store),
      inBackground(() => this.recover(), RECOVER_MS, store),
    ]
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const fingerprint = this.#fingerprints.of(key)
    if (fingerprint instanceof Fault) return fingerprint
    if (key === DEMO_KEY)
      return refusals.demoRefused(loopback, this.#parts.demo()) ?? this.#reading(() => this.#account(DEMO))
    return this.#reading(() => {
      const secret = this.#secret(fingerprint)
      if (!secret) return refusals.keyUnknown()
      const revokedMs = secret.key.revokedMs ?? this.#revoked.sinceMs(secret.key.keyId)
      if (revokedMs !== undefined) return refusals.keyRevoked(revokedMs)
      return refusalOf(secret, this.#parts.clock.now()) ?? this.#account(secret.key)
    })
  }

  enter(account: Account): RateState | Fault {
    return this.#rates.enter(account)
  }

  missesTooMany(account: Account): Fault | undefined {
    return this.#rates.missesTooMany(account)
  }

  miss(account: Account): void {
    this.#rates.miss(account)
  }

  rate(account: Account): RateState {
    return this.#rates.state(account)
  }

  leave(account: Account): void {
    this.#rates.leave(account)
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
    return this.usageOf(PurseAccount.purseOf(account))
  }

  async usageSince(account: Account, day: Day): Promise<readonly Usage[]> {
    const { planNumber } = PurseAccount.purseOf(account)
    return this.usageOfKey(account.keyId, planNumber, day)
  }

  get plans(): Plans {
    return this.#parts.plans.plans
  }

  /** Looks for changes to keys and plans now rather than at the next turn of the timer, and drops what is idle. */
  refresh(): void {
    if (this.#parts.plans.follow()) {
      this.#changed()
      this.#warnOfMissingPlans(this.#keys.all())
    }
    this.#takeOverKeys()
    if (this.#revoked.follow()) this.#changed()
    this.#rates.sweep()
    this.#questions.sweep()
    this.#ledger.sweep()
    this.#leases.followOthers()
  }

  /** To be called once, before the first call: what processes left behind that are gone is taken care of. */
  async begin(): Promise<void> {
    await this.#leases.begin().catch((error: unknown) => {
      if (!(error instanceof CommandFault)) throw error // left to the timer, which tells of it
    })
  }

  /** Books what processes that were killed had settled, and frees what they had leased. */
  async recover(): Promise<void> {
    await this.#leases.recover()
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (!this.#parts.store.isOpen) return
    try {
      this.#ledger.takeOver()
      while (this.#ledger.owes) await this.#ledger.flush()
      await this.#revoked.keep()
      await this.#leases.close()
    } finally {
      this.#leases.abandon()
      for (const log of this.#logs) log.close()
      await this.#parts.writer.close()
      this.#parts.store.close()
    }
  }

  async lend(key: string, loopback: boolean): Promise<Lent | Fault> {
    const account = await this.admit(key, loopback)
    if (account instanceof Fault) return account
    const { keyId, label, plan, periodStartMs, periodEndMs } = account
    const { memory, purse, tab, planNumber } = PurseAccount.purseOf(account)
    const fingerprint = this.#fingerprints.of(key)
    const secret = fingerprint instanceof Fault ? undefined : this.#keys.find(fingerprint)
    const ends = [periodEndMs, secret?.key.expiresMs, secret?.endsMs].map((endMs) => endMs ?? Number.POSITIVE_INFINITY)
    return {
      account: { keyId, label, plan, periodStartMs, periodEndMs },
      meter: this.#rates.meter(keyId).memory,
      tab: memory.memory,
      tabNumber: tab,
      planNumber,
      purse,
      untilMs: Math.min(...ends),
    }
  }

  isPaid(question: NamedQuestion): Promise<boolean> {
    return this.#questions.has(question)
  }

  pay(question: NamedQuestion, lane?: number): Promise<boolean> {
    return this.#questions.claim(question, lane)
  }

  async usageOf(purse: { readonly tab: number; readonly purse: number }): Promise<readonly Usage[]> {
    return this.#reading(() => this.#ledger.usage(this.#ledger.purseOf(purse)))
  }

  async usageOfKey(keyId: string, planNumber: number, day: Day): Promise<readonly Usage[]> {
    return this.#reading(() => this.#ledger.usageSince(keyId, planNumber, day))
  }

  lease(shortage: Shortage): Promise<Fault | undefined> {
    return this.#leases.cover(shortage)
  }

  async flush(): Promise<void> {
    try {
      await this.#ledger.flush() // may have been under way, without what was settled since
      await this.#ledger.flush()
    } catch {} // the next turn of the timer tells of it
  }

  get unwritten(): { readonly calls: number; readonly lagMs: number } {
    let calls = 0
    for (const log of this.#logs) calls += log.notKept
    return { calls, lagMs: calls === 0 ? 0 : Math.max(0, this.#parts.clock.now() - this.#ledger.keptToMs) }
  }

  lendTo(lane: number, port: MessagePort): LaneSetting {
    const log = this.#logs[lane]
    if (log === undefined || lane === 0) throw new Error(`there is no borrower ${lane}`)
    lendOn(port, this, lane)
    const settledPath = this.#parts.folder.logPath(this.#parts.writerId, lane)
    return { lane, ledger: { settled: log.memory, settledPath, changes: this.#changes.buffer } }
  }

  bury(lane: number): void {
    this.#ledger.bury(lane)
    this.#rates.bury(lane)
    this.#questions.bury(lane)
  }

  async #write(): Promise<void> {
    await this.#ledger.flush()
    await this.#questions.giveBack()
    await this.#revoked.keep()
    await this.#leases.giveBack()
  }

  /** A file that cannot be read at this moment is not our bug: the caller may ask again. */
  #reading<T>(read: () => T): T {
    try {
      return guardedStore(this.#parts.path, read)
    } catch (error) {
      throw error instanceof CommandFault ? refusals.keysUnreadable() : error
    }
  }

  /** Looked up in the file before it counts as unknown: it may have been made a moment ago. */
  #secret(fingerprint: string): StoredSecret | undefined {
    const known = this.#keys.find(fingerprint)
    if (known) return known
    this.#takeOverKeys()
    return this.#keys.find(fingerprint)
  }

  #account(key: StoredKey): Account | Fault {
    const plan = this.#parts.plans.get(key.plan)
    if (!plan) return refusals.planUnknown(key.plan)
    this.#ledger.touch(key.keyId)
    const nowMs = this.#parts.clock.now()
    const known = this.#accounts.get(key)
    if (known?.plan === plan && known.account.holds(nowMs)) return known.account
    const period = periodAt(plan.period, key.planSinceMs, nowMs)
    const { tab, number: purse } = this.#ledger.purse(key.keyId, key.planNumber, period)
    const added = addedIn(period, key.added)
    const ofAccount = added === 0 ? plan : Object.freeze({ ...plan, credits: plan.credits + added })
    const named = { ...key, plan: ofAccount, periodStartMs: period.startMs, periodEndMs: period.endMs }
    const where = { memory: tab.memory, purse, tab: tab.number, planNumber: key.planNumber }
    const account = new PurseAccount(named, where)
    this.#accounts.set(key, { plan, account })
    return account
  }

  #takeOverKeys(): void {
    const changed = this.#keys.refresh()
    if (changed.length > 0) this.#changed()
    if (changed.every((key) => this.#parts.plans.get(key.plan))) return
    if (this.#parts.plans.followNow()) this.#changed() // a plan may be as new as the first key on it
    this.#warnOfMissingPlans(changed)
  }

  #changed(): void {
    Atomics.add(this.#changes, 0, 1)
  }

  #warnOfMissingPlans(keys: Iterable<StoredKey>): void {
    const orphans = [...keys].filter((key) => key.revokedMs === null && !this.#parts.plans.get(key.plan))
    if (orphans.length === 0) return
    const fields = {
      plans: [...new Set(orphans.map((key) => key.plan))],
      keyIds: orphans.slice(0, 10).map((key) => key.keyId),
    }
    this.#parts.log.warn(fields, `keys are refused because ${this.#parts.plans.path} no longer has their plan`)
  }
}
