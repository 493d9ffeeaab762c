import { DAY_MS, type Day, dayOf } from '../../base/clock.ts'
import type { Account, Plan, Reservation } from '../access.ts'
import { limitOf } from '../limit.ts'
import { daysOf } from '../period.ts'
import type { Hold, PurseOfDays } from './charger.ts'

type Named = Pick<Account, 'keyId' | 'label' | 'plan' | 'periodStartMs' | 'periodEndMs'>

/** An account that knows its purse in the database, and what of it was used when this node last heard. */
export class PostgresAccount implements Account {
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
  readonly #planNumber: number
  #used: number | undefined

  constructor({ keyId, label, plan, periodStartMs, periodEndMs }: Named, planNumber: number) {
    this.keyId = keyId
    this.label = label
    this.plan = plan
    this.periodStartMs = periodStartMs
    this.periodEndMs = periodEndMs
    this.#planNumber = planNumber
  }

  static of(account: Account): PostgresAccount {
    if (account instanceof PostgresAccount) return account
    throw new Error('the account does not come from this access')
  }

  static planNumberOf(account: Account): number {
    return PostgresAccount.of(account).#planNumber
  }

  static purseOf(account: Account): PurseOfDays {
    const { keyId, plan, periodStartMs, periodEndMs } = account
    const [first, end] = daysOf({ startMs: periodStartMs, endMs: periodEndMs })
    return { keyId, planNumber: PostgresAccount.planNumberOf(account), first, end, limit: limitOf(plan) }
  }

  /** Spent and set aside by all nodes, as far as this one knows; undefined before it has asked. */
  static usedOf(account: Account): number | undefined {
    return PostgresAccount.of(account).#used
  }

  static learn(account: Account, used: number): void {
    PostgresAccount.of(account).#used = used
  }

  static giveBack(account: Account, credits: number): void {
    const known = PostgresAccount.of(account)
    if (known.#used !== undefined) known.#used -= credits
  }

  /** The day to book under, always inside the period: a call let in just before its end belongs to it. */
  static dayToBook({ periodStartMs, periodEndMs = Number.POSITIVE_INFINITY }: Account, nowMs: number): Day {
    return dayOf(Math.max(periodStartMs, Math.min(nowMs, periodEndMs - DAY_MS)))
  }

  holds(nowMs: number): boolean {
    return this.periodStartMs <= nowMs && (this.periodEndMs === undefined || nowMs < this.periodEndMs)
  }
}

/** A question as it is remembered, see `nameOf`. */
export interface NamedQuestion {
  readonly name: string
  readonly lasts: boolean
}

/** Credits set aside in the database, until they are settled or released exactly once. */
export class PostgresReservation implements Reservation {
  readonly account: Account
  readonly operation: string
  readonly credits: number
  readonly remaining: number
  readonly hold: Hold
  readonly question: NamedQuestion | undefined
  #isOpen = true

  constructor(
    { account, operation, credits, remaining }: Reservation,
    hold: Hold,
    question: NamedQuestion | undefined,
  ) {
    this.account = account
    this.operation = operation
    this.credits = credits
    this.remaining = remaining
    this.hold = hold
    this.question = question
  }

  static close(reservation: Reservation): PostgresReservation {
    if (!(reservation instanceof PostgresReservation)) throw new Error('the reservation does not come from this access')
    if (!reservation.#isOpen)
      throw new Error(`a reservation for ${reservation.operation} was settled or released twice`)
    reservation.#isOpen = false
    return reservation
  }
}
