import { DAY_MS } from '../../base/clock.ts'
import type { Period } from '../period.ts'

/** Calls and credits of one day and operation that the file does not hold yet. */
export interface Line {
  readonly dayNumber: number
  readonly operation: string
  calls: number
  credits: number
}

/** By day number and operation. */
export type Lines = Map<string, Line>

/**
 * What a key has used under one of its plans and the file may not hold yet. Every change goes through here to all
 * purses that it counts in: an edited plan has another period, and what was spent on its days stays spent.
 */
export class Tab {
  readonly keyId: string
  readonly planNumber: number
  purses: readonly Purse[] = []
  /** Booked since the last batch. */
  unwritten: Lines = new Map()
  /** Part of a batch that is not yet known to be on file. */
  sent: Lines = new Map()
  #held: Held[] = []

  constructor(keyId: string, planNumber: number) {
    this.keyId = keyId
    this.planNumber = planNumber
  }

  /** Sets credits aside, or, where they are less than none, gives them back. */
  hold(dayNumber: number, credits: number): void {
    const held = this.#held.find((each) => each.dayNumber === dayNumber) ?? this.#begin(dayNumber)
    held.credits += credits
    for (const purse of this.purses) if (purse.covers(dayNumber)) purse.held += credits
  }

  book(dayNumber: number, operation: string, credits: number): void {
    const name = `${dayNumber} ${operation}`
    let line = this.unwritten.get(name)
    if (!line) {
      line = { dayNumber, operation, calls: 0, credits: 0 }
      this.unwritten.set(name, line)
    }
    line.calls += 1
    line.credits += credits
    for (const purse of this.purses) if (purse.covers(dayNumber)) purse.spent += credits
  }

  /** What is set aside on the days of a purse. */
  heldIn(purse: Purse): number {
    let sum = 0
    for (const { dayNumber, credits } of this.#held) if (purse.covers(dayNumber)) sum += credits
    return sum
  }

  /** Everything booked is known to be on file, and nothing is set aside. */
  get settled(): boolean {
    return this.unwritten.size === 0 && this.sent.size === 0 && this.#held.every(({ credits }) => credits === 0)
  }

  /** The same of the days of one purse. */
  isSettled(purse: Purse): boolean {
    return (
      purse.held === 0 &&
      ![...this.unwritten.values(), ...this.sent.values()].some((line) => purse.covers(line.dayNumber))
    )
  }

  /** Days on which nothing is set aside any more are dropped, so that there are hardly ever more than two. */
  #begin(dayNumber: number): Held {
    const held = { dayNumber, credits: 0 }
    this.#held = [held, ...this.#held.filter(({ credits }) => credits !== 0)]
    return held
  }
}

/** Credits that are set aside on one day. */
interface Held {
  readonly dayNumber: number
  credits: number
}

/** The credits of one key under one plan in one period. Exact within this process, whatever the file holds. */
export class Purse {
  readonly tab: Tab
  readonly period: Period
  /** Settled, on file or not. */
  spent = 0
  /** Set aside by reservations that are neither settled nor released. */
  held = 0
  readonly #firstDay: number
  /** Exclusive. */
  readonly #endDay: number

  constructor(tab: Tab, period: Period) {
    this.tab = tab
    this.period = period
    this.#firstDay = period.startMs / DAY_MS
    this.#endDay = (period.endMs ?? Number.POSITIVE_INFINITY) / DAY_MS
  }

  covers(dayNumber: number): boolean {
    return this.#firstDay <= dayNumber && dayNumber < this.#endDay
  }

  /** The day to book under, always inside the period: a call let in just before its end belongs to it. */
  dayNumberAt(nowMs: number): number {
    return Math.max(this.#firstDay, Math.min(Math.floor(nowMs / DAY_MS), this.#endDay - 1))
  }
}
