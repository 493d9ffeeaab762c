import type { Account, Plan, Reservation } from '../access.ts'
import type { Purse } from './purse.ts'

/** An account that knows its purse. */
export class PurseAccount implements Account {
  readonly keyId: string
  readonly label: string
  readonly plan: Plan
  readonly periodStartMs: number
  readonly periodEndMs: number | undefined
  readonly #purse: Purse

  constructor(label: string, plan: Plan, purse: Purse) {
    this.keyId = purse.tab.keyId
    this.label = label
    this.plan = plan
    this.periodStartMs = purse.period.startMs
    this.periodEndMs = purse.period.endMs
    this.#purse = purse
    Object.freeze(this)
  }

  holds(nowMs: number): boolean {
    return this.periodStartMs <= nowMs && (this.periodEndMs === undefined || nowMs < this.periodEndMs)
  }

  static purseOf(account: Account): Purse {
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
  readonly question: string | undefined
  readonly #purse: Purse
  #isOpen = true

  constructor(account: Account, operation: string, credits: number, nowMs: number, question?: string) {
    const purse = PurseAccount.purseOf(account)
    this.dayNumber = purse.dayNumberAt(nowMs)
    purse.tab.hold(this.dayNumber, credits)
    this.account = account
    this.operation = operation
    this.credits = credits
    this.remaining = creditsLeft(account)
    this.question = question
    this.#purse = purse
  }

  /** Gives the credits back to the purse, which the caller then books or not. */
  static close(reservation: Reservation): { readonly purse: Purse } & Pick<PurseReservation, 'dayNumber' | 'question'> {
    if (!(reservation instanceof PurseReservation)) throw new Error('the reservation does not come from this access')
    if (!reservation.#isOpen)
      throw new Error(`a reservation for ${reservation.operation} was settled or released twice`)
    reservation.#isOpen = false
    reservation.#purse.tab.hold(reservation.dayNumber, -reservation.credits)
    return { purse: reservation.#purse, dayNumber: reservation.dayNumber, question: reservation.question }
  }
}

/** Never below zero, though the operator may have lowered the plan below what is spent. */
export function creditsLeft(account: Account): number {
  const { spent, held } = PurseAccount.purseOf(account)
  return Math.max(0, account.plan.credits - spent - held)
}
