import { DAY_MS } from '../../../kit/base/clock.ts'
import type { Period } from '../period.ts'
import { Balance } from './balance.ts'
import type { Settled } from './settled-log.ts'

/** Calls and credits of one day and operation that the key file may not hold yet. */
export interface Line {
  readonly dayNumber: number
  readonly operation: string
  calls: number
  credits: number
}

/**
 * The page of the ledger for one key under one of its plans: its balance, which all threads share, and by day and
 * operation what the key file may not hold yet.
 */
export class Page {
  readonly keyId: string
  readonly planNumber: number
  /** Threads name the page by it. */
  readonly number: number
  readonly balance: Balance
  /** The periods that are open, by their numbers in the balance. */
  readonly periods = new Map<number, Period>()
  /** Lines since the last batch, by day and operation. */
  unwritten = new Map<string, Line>()
  /** Lines of a batch that is not yet known to be on file. */
  sent: ReadonlyMap<string, Line> = new Map()
  /** When the key was last used, as far as a batch says. */
  writtenLastUsedMs = 0
  /** Credits that each lane has written down, by period. */
  readonly #taken = new Map<number, Map<number, number>>()

  constructor(keyId: string, planNumber: number, number: number, lanes: number) {
    this.keyId = keyId
    this.planNumber = planNumber
    this.number = number
    this.balance = Balance.make(lanes)
  }

  /** The number of a period, which is opened where it is not. */
  open(period: Period, spentSoFar: () => number): number {
    for (const [number, { startMs, endMs }] of this.periods) {
      if (startMs === period.startMs && endMs === period.endMs) return number
    }
    const [firstDay, endDay] = [period.startMs / DAY_MS, (period.endMs ?? Number.POSITIVE_INFINITY) / DAY_MS]
    const number = this.balance.openPeriod(firstDay, endDay, spentSoFar)
    for (const spent of this.#taken.values()) spent.delete(number)
    this.periods.set(number, period)
    return number
  }

  /** Closes periods that ended before a moment, where nothing of their days is held or still to be written. */
  closeBefore(timeMs: number): void {
    for (const [number, { endMs }] of this.periods) {
      if (endMs === undefined || endMs >= timeMs || !this.#isSettled(number)) continue
      this.balance.closePeriod(number)
      this.periods.delete(number)
    }
  }

  /** Takes over what a thread has settled, which its lane of the balance counts already. */
  take(lane: number, settled: Settled): void {
    this.add(settled)
    const spent = this.#taken.get(lane) ?? new Map<number, number>()
    this.#taken.set(lane, spent)
    const { dayNumber, credits } = settled
    for (const number of this.periods.keys()) {
      if (this.balance.covers(number, dayNumber)) spent.set(number, (spent.get(number) ?? 0) + credits)
    }
  }

  /** Counts a settled call that no period is open for yet. */
  add({ dayNumber, operation, credits }: Pick<Settled, 'dayNumber' | 'operation' | 'credits'>): void {
    const name = `${dayNumber} ${operation}`
    const line = this.unwritten.get(name) ?? { dayNumber, operation, calls: 0, credits: 0 }
    this.unwritten.set(name, line)
    line.calls += 1
    line.credits += credits
  }

  /** Gives back what a thread that died held; all that it wrote down was taken over. */
  bury(lane: number): void {
    const spent = this.#taken.get(lane)
    this.balance.bury(lane, (period) => spent?.get(period) ?? 0)
  }

  /** All lines are known to be on file, and no credits are held. */
  get isSettled(): boolean {
    return this.unwritten.size === 0 && this.sent.size === 0 && this.balance.holdsNothing
  }

  #isSettled(period: number): boolean {
    if (this.balance.heldOf(period) !== 0) return false
    const lines = [...this.unwritten.values(), ...this.sent.values()]
    return !lines.some(({ dayNumber }) => this.balance.covers(period, dayNumber))
  }
}
