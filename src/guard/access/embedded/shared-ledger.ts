import { DAY_MS, type Day } from '../../../kit/base/clock.ts'
import type { Soon } from '../../../kit/threads/remote.ts'
import type { Usage } from '../access.ts'
import type { Holding, Ledger } from '../ledger.ts'
import type { Period } from '../period.ts'
import * as refusals from '../refusals.ts'
import type { NamedQuestion } from '../repeats.ts'
import { Balance } from './balance.ts'
import type { Keeper, PeriodOfPage } from './keeper.ts'
import type { SettledLog } from './settled-log.ts'

/** Where the credits of an account are counted. */
export interface Place {
  readonly keyId: string
  readonly planNumber: number
  /** The number of its page in the ledger. */
  readonly page: number
  readonly balance: Balance
  /** The number of the period in that balance, and its days, the last one exclusive. */
  readonly period: number
  readonly firstDay: number
  readonly endDay: number
}

/**
 * The ledger as one of the threads of a service uses it: credits are held and settled in memory that all threads share,
 * and each call that is settled goes into the log of its thread, which makes it count. The thread that keeps the ledger
 * does the rest.
 */
export class SharedLedger implements Ledger<Place> {
  readonly #log: SettledLog
  readonly #lane: number
  readonly #keeper: Keeper

  /** `lane`: the number of this thread. */
  constructor(log: SettledLog, lane: number, keeper: Keeper) {
    this.#log = log
    this.#lane = lane
    this.#keeper = keeper
  }

  place(keyId: string, planNumber: number, period: Period): Soon<Place> {
    const at = this.#keeper.open(keyId, planNumber, period)
    const placeOn = ({ page, memory, period: number }: PeriodOfPage): Place => ({
      keyId,
      planNumber,
      page,
      balance: new Balance(memory, this.#lane),
      period: number,
      firstDay: period.startMs / DAY_MS,
      endDay: (period.endMs ?? Number.POSITIVE_INFINITY) / DAY_MS,
    })
    return at instanceof Promise ? at.then(placeOn) : placeOn(at)
  }

  isOpen({ balance, period, firstDay, endDay }: Place): boolean {
    return balance.isOpen(period, firstDay, endDay)
  }

  touch({ balance }: Place, nowMs: number): void {
    balance.touch(nowMs)
  }

  hold(holding: Holding<Place>, limit: number): Soon<number> {
    return this.#log.open() ? this.#hold(holding, limit) : this.#holdOnceFlushed(holding, limit)
  }

  settle(
    { place, operation, dayNumber, credits: held }: Holding<Place>,
    credits: number,
    paid?: NamedQuestion,
  ): number {
    const { keyId, planNumber, page, balance } = place
    const settled = { page, keyId, planNumber, dayNumber, operation, credits, paid }
    balance.spend(dayNumber, held, credits, () => this.#log.add(settled))
    this.#log.keep()
    return credits
  }

  release({ place, dayNumber, credits }: Holding<Place>): void {
    place.balance.hold(dayNumber, -credits)
    this.#log.giveUp()
  }

  used({ balance, period }: Place): number {
    return balance.usedOf(period)
  }

  usedNow(place: Place): number {
    return this.used(place)
  }

  isPaid(question: NamedQuestion): Soon<boolean> {
    return this.#keeper.isPaid(question)
  }

  pay(question: NamedQuestion): Soon<boolean> {
    return this.#keeper.pay(question, this.#lane)
  }

  /** Settling does not fail once a question is claimed. */
  takeBack(): void {}

  usage({ keyId, planNumber }: Place, period: Period): Soon<readonly Usage[]> {
    return this.#keeper.usage(keyId, planNumber, period)
  }

  usageSince({ keyId, planNumber }: Place, day: Day): Soon<readonly Usage[]> {
    return this.#keeper.usageSince(keyId, planNumber, day)
  }

  #hold({ place, dayNumber, credits }: Holding<Place>, limit: number): number {
    let left = -1
    try {
      left = place.balance.reserve(place.period, dayNumber, credits, limit)
      return left
    } finally {
      if (credits > left) this.#log.giveUp()
    }
  }

  /** Writing down what is settled makes room in the log. */
  async #holdOnceFlushed(holding: Holding<Place>, limit: number): Promise<number> {
    await this.#keeper.flush()
    if (!this.#log.open()) throw refusals.creditsUnwritable()
    return this.#hold(holding, limit)
  }
}
