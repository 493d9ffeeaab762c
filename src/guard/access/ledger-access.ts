import { type Clock, DAY_MS, type Day, dayOf } from '../../kit/base/clock.ts'
import { Fault } from '../../kit/base/failure.ts'
import type { Access, Account, Balance, Debit, Entry, Plan, Price, RateState, Usage } from './access.ts'
import { Fingerprints } from './fingerprints.ts'
import { idempotencyName, repeatMsOf } from './idempotency.ts'
import type { KeyLimits } from './key-limits.ts'
import { DEMO_KEY } from './key-text.ts'
import type { CallPrice, DebitReceipt, LedgerPort, NotCovered } from './ledger-port.ts'
import type { Allowance } from './ledger-store.ts'
import { limitOf } from './limit.ts'
import { daysOf, periodAt } from './period.ts'
import { missRateOf, type Plans } from './plans.ts'
import type { CallLimits, RateRefusal } from './rates.ts'
import * as refusals from './refusals.ts'
import { addedIn, DEMO, DEMO_KEY_ID, refusalOf, type StoredKey, type StoredSecret } from './stored-key.ts'

const SECRETS_MAX = 20_000

/** Memory that the ledger's thread shares with the threads that answer calls. */
export interface LedgerMemory {
  /** Changes with every change to keys and plans. */
  readonly changes: Int32Array
  /** Milliseconds that the ledger's clock is ahead of this machine's clock. */
  readonly aheadMs: Float64Array
}

interface LedgerAccessParts {
  readonly ledger: LedgerPort
  readonly memory: LedgerMemory
  readonly clock: Clock
  /** Whether the demo key is allowed now. */
  readonly demo: () => boolean
  /** Ends the connection to the ledger. */
  readonly close?: () => Promise<void>
}

/** Access for one thread. Caches keys and plans until they change, and leaves all counting to the ledger. */
export class LedgerAccess implements Access {
  readonly #parts: LedgerAccessParts
  readonly #fingerprints: Fingerprints
  readonly #secrets = new Map<string, StoredSecret>()
  readonly #accounts = new WeakMap<StoredKey, LedgerAccount>()
  #plans: Plans = new Map()
  #seenChanges = -1
  #accountsMade = 0

  constructor(parts: LedgerAccessParts) {
    this.#parts = parts
    this.#fingerprints = new Fingerprints(parts.memory.changes)
  }

  async admit(key: string | undefined, loopback: boolean): Promise<Account | Fault> {
    if (!key) return new Fault('key.missing')
    const fingerprint = this.#fingerprints.of(key)
    return fingerprint instanceof Fault ? fingerprint : this.#admit(fingerprint, key === DEMO_KEY, loopback)
  }

  admitId(keyId: string, loopback: boolean): Promise<Account | Fault> {
    return this.#admit(keyId, keyId === DEMO_KEY_ID, loopback)
  }

  async enter(account: Account, price?: Price): Promise<Entry | Fault> {
    const own = accountOf(account)
    return orFault(async () => {
      const entered = await this.#parts.ledger.enter(this.#numberOf(own), price && this.#priceOf(own, price))
      if ('limit' in entered) return rateRefusal(own.plan, entered)
      if ('usedBefore' in entered) return notCovered(own, price, entered)
      const { remaining, resetS, number, credits = 0, used = 0 } = entered
      const rate = { remaining, resetS }
      if (price === undefined || number === undefined) return { rate }
      return { rate, debit: new LedgerDebit(own, price, { number, credits, used }) }
    })
  }

  leave(account: Account): void {
    void this.#parts.ledger.leave(accountOf(account).number)
  }

  missesExceeded(account: Account): Fault | undefined {
    const { plan, missesUntilMs } = accountOf(account)
    const waitMs = missesUntilMs - this.#nowMs
    return waitMs > 0 ? refusals.missesExceeded(plan, missRateOf(plan), Math.ceil(waitMs / 1000)) : undefined
  }

  async miss(account: Account): Promise<Fault | undefined> {
    const own = accountOf(account)
    const waitMs = await this.#parts.ledger.miss(this.#numberOf(own))
    if (waitMs > 0) own.missesUntilMs = this.#nowMs + waitMs
    return this.missesExceeded(own)
  }

  debit(account: Account, price: Price): Promise<Debit | Fault> {
    const own = accountOf(account)
    return orFault(async () => {
      const debited = await this.#parts.ledger.debit(this.#numberOf(own), this.#priceOf(own, price))
      return 'usedBefore' in debited ? notCovered(own, price, debited) : new LedgerDebit(own, price, debited)
    })
  }

  async settle(debit: Debit, cost?: number) {
    if (cost !== undefined && (!Number.isInteger(cost) || cost < 0)) throw new Error(`cannot charge ${cost} credits`)
    const own = LedgerDebit.end(debit)
    const { ledger } = this.#parts
    const { price, isLasting } = own
    if (!isLasting && (cost === undefined || cost >= price)) {
      await ledger.settle(own.number) // the ledger knows the debit, even if this thread dies
      return { credits: own.credits, balance: own.balance }
    }
    await ledger.refund(own.number, Math.min(cost ?? price, price))
    const credits = Math.min(cost ?? price, own.credits)
    return { credits, balance: balanceOf(own.account.plan, own.used - own.credits + credits) }
  }

  async refund(debit: Debit): Promise<void> {
    await this.#parts.ledger.refund(LedgerDebit.end(debit).number, undefined)
  }

  async balance(account: Account): Promise<Balance> {
    return balanceOf(account.plan, await this.#parts.ledger.used(this.#numberOf(accountOf(account))))
  }

  async rate(account: Account): Promise<RateState> {
    return this.#parts.ledger.rate(this.#numberOf(accountOf(account)))
  }

  async usage(account: Account): Promise<readonly Usage[]> {
    return this.#parts.ledger.usage(this.#numberOf(accountOf(account)))
  }

  async usageSince(account: Account, day: Day): Promise<readonly Usage[]> {
    return this.#parts.ledger.usageSince(this.#numberOf(accountOf(account)), day)
  }

  async plans(): Promise<Plans> {
    await this.#follow()
    return this.#plans
  }

  async close(): Promise<void> {
    await this.#parts.close?.()
  }

  get #nowMs(): number {
    const { clock, memory } = this.#parts
    return clock.now() + (memory.aheadMs[0] ?? 0)
  }

  async #admit(sought: string, isDemo: boolean, loopback: boolean): Promise<Account | Fault> {
    const refused = isDemo ? refusals.demoRefused(loopback, this.#parts.demo()) : undefined
    if (refused !== undefined) return refused
    return orFault(async () => {
      await this.#follow()
      if (isDemo) return this.#accountOf(DEMO)
      const secret = this.#secrets.get(sought) ?? (await this.#find(sought))
      if (secret === undefined) return refusals.keyUnknown()
      if (secret.key.revokedMs !== null) return refusals.keyRevoked(secret.key.revokedMs)
      return refusalOf(secret, this.#nowMs) ?? this.#accountOf(secret.key)
    })
  }

  /**
   * Clears the cache of keys if any key or plan changed. A change during this call clears the cache on the next call.
   */
  async #follow(): Promise<void> {
    const changes = Atomics.load(this.#parts.memory.changes, 0)
    if (changes === this.#seenChanges) return
    const plans = await this.#parts.ledger.plans()
    this.#secrets.clear()
    this.#plans = plans
    this.#seenChanges = changes
  }

  /** Reads the plans after the key, because the key may be on a new plan. */
  async #find(sought: string): Promise<StoredSecret | undefined> {
    const before = this.#seenChanges
    const secret = await this.#parts.ledger.find(sought)
    await this.#follow()
    if (secret === undefined || before !== this.#seenChanges) return secret
    if (this.#secrets.size >= SECRETS_MAX) this.#secrets.clear()
    this.#secrets.set(sought, secret)
    return secret
  }

  /** Returns the account of a key: the same object as long as plan and period stay the same. */
  #accountOf(key: StoredKey): LedgerAccount | Fault {
    const plan = this.#plans.get(key.plan)
    if (plan === undefined) return refusals.planUnknown(key.plan)
    const made = this.#accounts.get(key)
    if (made !== undefined && made.planOfKey === plan && made.holds(this.#nowMs)) return made
    const account = new LedgerAccount(key, plan, this.#nowMs)
    this.#accounts.set(key, account)
    return account
  }

  /** Returns the account's number in the ledger. Registers the account if necessary. */
  #numberOf(account: LedgerAccount): number {
    const nowMs = this.#nowMs
    if (Math.abs(nowMs - account.registeredMs) < DAY_MS) return account.number
    if (account.number === 0) {
      this.#accountsMade += 1
      account.number = this.#accountsMade
    }
    account.registeredMs = nowMs
    void this.#parts.ledger.register(account.number, account.allowance, account.callLimits)
    return account.number
  }

  #priceOf(account: LedgerAccount, { operation, credits, idempotencyKey }: Price): CallPrice {
    if (!Number.isInteger(credits) || credits < 0) throw new Error(`cannot debit ${credits} credits`)
    const id = idempotencyKey && {
      name: idempotencyName(account.keyId, idempotencyKey.text),
      lasts: idempotencyKey.lasts,
      forMs: repeatMsOf(idempotencyKey),
    }
    return { day: account.dayToBook(this.#nowMs), operation, credits, ...(id && { id }) }
  }
}

/** An account with the credits and rate limits that the ledger needs. */
class LedgerAccount implements Account {
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly limits: KeyLimits | undefined
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
  /** The plan without the credits that the operator added. */
  readonly planOfKey: Plan
  readonly allowance: Allowance
  readonly callLimits: CallLimits
  /** The account's number in the ledger; 0 until the account is registered. */
  number = 0
  registeredMs = 0
  /** Until this time, the key's calls are refused because it got too many error answers. */
  missesUntilMs = 0

  constructor({ keyId, label, added, limits, planNumber, planSinceMs }: StoredKey, plan: Plan, nowMs: number) {
    const period = periodAt(plan.period, planSinceMs, nowMs)
    const more = addedIn(period, added)
    const [first, end] = daysOf(period)
    this.keyId = keyId
    this.label = label
    this.limits = limits
    this.plan = more === 0 ? plan : Object.freeze({ ...plan, credits: plan.credits + more })
    this.periodStartMs = period.startMs
    this.periodEndMs = period.endMs
    this.planOfKey = plan
    this.allowance = { keyId, planNumber, first, end, limit: limitOf(this.plan) }
    this.callLimits = {
      requests: { perSecond: plan.requestsPerSecond, burst: plan.burst },
      misses: missRateOf(plan),
      callsInFlight: plan.callsInFlight,
    }
  }

  holds(nowMs: number): boolean {
    return this.periodStartMs <= nowMs && (this.periodEndMs === undefined || nowMs < this.periodEndMs)
  }

  /** Returns the day on which a debit is booked. Always inside the period, even if the period has just ended. */
  dayToBook(nowMs: number): Day {
    const { periodStartMs, periodEndMs = Number.POSITIVE_INFINITY } = this
    return dayOf(Math.max(periodStartMs, Math.min(nowMs, periodEndMs - DAY_MS)))
  }
}

function accountOf(account: Account): LedgerAccount {
  if (account instanceof LedgerAccount) return account
  throw new Error('the account does not come from this access')
}

/** A debit, which can be settled or refunded once. */
class LedgerDebit implements Debit {
  readonly account: LedgerAccount
  readonly operation: string
  readonly credits: number
  readonly balance: Balance
  readonly price: number
  /**
   * Whether the store must know about the answer before it is sent, because the call may be repeated after a restart.
   */
  readonly isLasting: boolean
  /** The debit's number in the ledger. */
  readonly number: number
  /** Credits spent in the period, this debit included. */
  readonly used: number
  #isOpen = true

  constructor(
    account: LedgerAccount,
    { operation, credits: price, idempotencyKey }: Price,
    { number, credits, used }: DebitReceipt,
  ) {
    this.account = account
    this.operation = operation
    this.credits = credits
    this.balance = balanceOf(account.plan, used)
    this.price = price
    this.isLasting = idempotencyKey?.lasts === true
    this.number = number
    this.used = used
  }

  static end(debit: Debit): LedgerDebit {
    if (!(debit instanceof LedgerDebit)) throw new Error('the debit does not come from this access')
    if (!debit.#isOpen) throw new Error(`a debit for ${debit.operation} was settled or refunded twice`)
    debit.#isOpen = false
    return debit
  }
}

function balanceOf({ credits }: Plan, used: number): Balance {
  return { remaining: Math.max(0, credits - used), over: Math.max(0, used - credits) }
}

function notCovered(account: LedgerAccount, price: Price | undefined, { usedBefore }: NotCovered): Fault {
  const left = Math.max(0, account.allowance.limit - usedBefore)
  return refusals.creditsExhausted(account, price?.credits ?? 0, left)
}

function rateRefusal(plan: Plan, refusal: RateRefusal): Fault {
  if (refusal.limit === 'calls in flight') return refusals.callsTooMany(plan)
  const waitS = Math.max(1, Math.ceil(refusal.waitMs / 1000))
  return refusal.limit === 'misses'
    ? refusals.missesExceeded(plan, missRateOf(plan), waitS)
    : refusals.rateExceeded(plan, waitS)
}

/** Runs `work`, and returns a Fault that it throws, so that the type shows the Fault to callers. */
async function orFault<T>(work: () => Promise<T | Fault>): Promise<T | Fault> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}
