import type { Clock } from '../../base/clock.ts'
import { Fault } from '../../base/failure.ts'
import type { Account, Question, Reservation } from '../access.ts'
import { limitOf } from '../limit.ts'
import * as refusals from '../refusals.ts'
import { nameOf } from '../repeats.ts'
import { PurseAccount, PurseReservation } from './account.ts'
import type { NamedQuestion } from './paid-questions.ts'
import type { SettledLog } from './settled-log.ts'

/** Credits that a thread cannot hold before more are leased. */
export interface Shortage {
  readonly tab: number
  readonly purse: number
  readonly credits: number
  readonly limit: number
}

type Soon<T> = T | Promise<T>

/** What a till asks of the thread that keeps the ledger. */
export interface Keeper {
  /** Rejects with a Fault of status 503 when that cannot be told now. */
  isPaid(question: NamedQuestion): Soon<boolean>
  /** Notes that a question is paid for; false when it was paid for before. Where it rejects, nothing is noted. */
  pay(question: NamedQuestion): Soon<boolean>
  /** Leases credits. Resolves with a Fault of status 503 when it cannot be told now whether there are any. */
  lease(shortage: Shortage): Soon<Fault | undefined>
  /** Writes down what is settled, which makes room in the logs. */
  flush(): Soon<void>
}

/** How long a lease is waited for at most, in tries: another thread may be faster each time. */
const TRIES = 100

/** Reserves and settles credits in one thread, from what its process has leased. */
export class Till {
  readonly #log: SettledLog
  readonly #clock: Clock
  readonly #keeper: Keeper

  constructor(log: SettledLog, clock: Clock, keeper: Keeper) {
    this.#log = log
    this.#clock = clock
    this.#keeper = keeper
  }

  async reserve(account: Account, operation: string, credits: number, asked?: Question): Promise<Reservation | Fault> {
    if (!Number.isInteger(credits) || credits < 0) throw new Error(`cannot reserve ${credits} credits`)
    const question = asked && { name: nameOf(account.keyId, asked.text), lasts: asked.lasts }
    const isPaid = question !== undefined && (await this.#isPaid(question))
    if (isPaid instanceof Fault) return isPaid
    const cost = isPaid ? 0 : credits
    if (!this.#log.open()) {
      await this.#keeper.flush()
      if (!this.#log.open()) return refusals.creditsUnwritable()
    }
    let opened: PurseReservation | Fault | undefined
    try {
      opened = this.#openNow(account, operation, cost, question)
      opened ??= await this.#openOnceLeased(account, operation, cost, question)
      return opened
    } finally {
      if (!(opened instanceof PurseReservation)) this.#log.giveUp()
    }
  }

  async settle(reservation: Reservation): Promise<number> {
    const closed = PurseReservation.close(reservation)
    const { account, operation, credits, dayNumber, question } = closed
    const { memory, tab, planNumber } = PurseAccount.purseOf(account)
    const isNew = question === undefined || credits === 0 || (await this.#pay(closed, question))
    const charged = isNew ? credits : 0
    const paid = charged > 0 ? question : undefined
    const settled = { tab, keyId: account.keyId, planNumber, dayNumber, operation, credits: charged, paid }
    memory.spend(dayNumber, credits, charged, () => this.#log.add(settled))
    this.#log.keep()
    return charged
  }

  release(reservation: Reservation): void {
    this.#giveBack(PurseReservation.close(reservation))
  }

  async #pay(reservation: PurseReservation, question: NamedQuestion): Promise<boolean> {
    try {
      return await this.#keeper.pay(question)
    } catch (error) {
      this.#giveBack(reservation)
      throw error
    }
  }

  #giveBack({ account, dayNumber, credits }: PurseReservation): void {
    PurseAccount.purseOf(account).memory.hold(dayNumber, -credits)
    this.#log.giveUp()
  }

  async #isPaid(question: NamedQuestion): Promise<boolean | Fault> {
    try {
      return await this.#keeper.isPaid(question)
    } catch (error) {
      if (error instanceof Fault) return error
      throw error
    }
  }

  /** Undefined where credits must be leased first. */
  #openNow(account: Account, operation: string, credits: number, question?: NamedQuestion) {
    const opened = PurseReservation.open(account, operation, credits, this.#clock.now(), question)
    if (typeof opened === 'number') return refusals.creditsExhausted(account, credits, opened)
    if (opened === undefined || credits === 0) return opened
    const { memory, purse, tab } = PurseAccount.purseOf(account)
    const limit = limitOf(account.plan)
    if (memory.runsLow(purse, limit)) this.#leaseAhead({ tab, purse, credits: 0, limit })
    return opened
  }

  async #openOnceLeased(account: Account, operation: string, credits: number, question?: NamedQuestion) {
    const { purse, tab } = PurseAccount.purseOf(account)
    const limit = limitOf(account.plan)
    for (let tries = 0; tries < TRIES; tries++) {
      const refused = await this.#lease({ tab, purse, credits, limit })
      if (refused !== undefined) return refused
      const opened = this.#openNow(account, operation, credits, question)
      if (opened !== undefined) return opened
    }
    return refusals.creditsElsewhere()
  }

  /** So that the next calls need not wait. Whatever keeps it from being done is told to the first that does. */
  #leaseAhead(shortage: Shortage): void {
    this.#lease(shortage).catch(() => {})
  }

  async #lease(shortage: Shortage): Promise<Fault | undefined> {
    return await this.#keeper.lease(shortage)
  }
}
