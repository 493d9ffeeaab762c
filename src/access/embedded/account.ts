import { DAY_MS } from '../../base/clock.ts'
import type { Account, Plan, Reservation } from '../access.ts'
import { LIMITLESS, limitOf } from '../limit.ts'
import type { NamedQuestion } from './paid-questions.ts'
import type { TabMemory } from './tab-memory.ts'

/** Where the credits of an account are counted, for whichever thread has it. */
export interface PurseOfThread {
  readonly memory: TabMemory
  /** The number of the purse in that memory. */
  readonly purse: number
  /** The number of the tab. */
  readonly tab: number
  readonly planNumber: number
}

export type Named = Pick<Account, 'keyId' | 'label' | 'plan' | 'periodStartMs' | 'periodEndMs'>

/** An account that knows its purse. */
export class PurseAccount implements Account {
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
  readonly #purse: PurseOfThread

  constructor({ keyId, label, plan, periodStartMs, periodEndMs }: Named, purse: PurseOfThread) {
    this.keyId = keyId
    this.label = label
    this.plan = plan
    this.periodStartMs = periodStartMs
    this.periodEndMs = periodEndMs
    this.#purse = purse
    Object.freeze(this)
  }

  holds(nowMs: number): boolean {
    return this.periodStartMs <= nowMs && (this.periodEndMs === undefined || nowMs < this.periodEndMs)
  }

  static purseOf(account: Account): PurseOfThread {
    if (account instanceof PurseAccount) return account.#purse
    throw new Error('the account does not come from this access')
  }
}

/** Credits set aside in a purse, until they are taken back out exactly once. */
export class PurseReservation implements Reservation {
  readonly account: Account
  readonly operation: string
  readonly credits: number
  readonly remaining: number
  readonly dayNumber: number
  readonly question: NamedQuestion | undefined
  #isOpen = true

  private constructor(
    account: Account,
    operation: string,
    credits: number,
    remaining: number,
    dayNumber: number,
    question: NamedQuestion | undefined,
  ) {
    this.account = account
    this.operation = operation
    this.credits = credits
    this.remaining = remaining
    this.dayNumber = dayNumber
    this.question = question
  }

  /** Answers the credits that are left instead where they do not suffice, and undefined where more must be leased. */
  static open(
    account: Account,
    operation: string,
    credits: number,
    nowMs: number,
    question?: NamedQuestion,
  ): PurseReservation | number | undefined {
    const { memory, purse } = PurseAccount.purseOf(account)
    const dayNumber = dayToBook(memory, purse, nowMs)
    const limit = limitOf(account.plan)
    const left = memory.reserve(purse, dayNumber, credits, limit)
    if (left === undefined || credits > left) return left
    const remaining = Math.max(0, left - credits - (limit - account.plan.credits))
    return new PurseReservation(account, operation, credits, remaining, dayNumber, question)
  }

  /** To be called once, before the credits are booked or given back. */
  static close(reservation: Reservation): PurseReservation {
    if (!(reservation instanceof PurseReservation)) throw new Error('the reservation does not come from this access')
    if (!reservation.#isOpen)
      throw new Error(`a reservation for ${reservation.operation} was settled or released twice`)
    reservation.#isOpen = false
    return reservation
  }
}

/** The day to book under, always inside the period: a call let in just before its end belongs to it. */
function dayToBook(memory: TabMemory, purse: number, nowMs: number): number {
  return Math.max(memory.firstDay(purse), Math.min(Math.floor(nowMs / DAY_MS), memory.endDay(purse) - 1))
}

/** Credits that are spent or held beyond those of the plan. */
export function creditsOver(account: Account): number {
  const { memory, purse } = PurseAccount.purseOf(account)
  return Math.max(0, LIMITLESS - memory.leftOf(purse, LIMITLESS) - account.plan.credits)
}

/** Never below zero, though the operator may have lowered the plan below what is spent. */
export function creditsLeft(account: Account): number {
  const { memory, purse } = PurseAccount.purseOf(account)
  return memory.leftOf(purse, account.plan.credits)
}
