import { DAY_MS } from '../../base/clock.ts'
import type { Period } from '../period.ts'
import type { Settled } from './settled-log.ts'
import { TabMemory } from './tab-memory.ts'

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
 * What a key has used under one of its plans: in memory that all threads share, and by day and operation, as far as
 * the file may not hold it yet.
 */
export class Tab {
  readonly keyId: string
  readonly planNumber: number
  /** By which threads name it. */
  readonly number: number
  readonly memory: TabMemory
  purses: readonly Purse[] = []
  /** Booked since the last batch. */
  unwritten: Lines = new Map()
  /** Part of a batch that is not yet known to be on file. */
  sent: Lines = new Map()
  /** The key file has a lease of this process for it. */
  hasLease = false
  /** When it last got one, and how many credits that could be at most. */
  leasedMs = Number.NEGATIVE_INFINITY
  leaseCredits = 0
  /** When the key was last used, as far as a batch tells. */
  writtenLastUsedMs = 0
  /** What each lane has written down for each purse; see `take`. */
  readonly #taken = new Map<number, Map<number, number>>()
  /** And in all. */
  readonly #drawn = new Map<number, number>()

  constructor(keyId: string, planNumber: number, number: number, lanes: number) {
    this.keyId = keyId
    this.planNumber = planNumber
    this.number = number
    this.memory = TabMemory.make(lanes)
  }

  open(period: Period, spentSoFar: (period: Period) => number): Purse {
    const [firstDay, endDay] = [period.startMs / DAY_MS, (period.endMs ?? Number.POSITIVE_INFINITY) / DAY_MS]
    const number = this.memory.openPurse(firstDay, endDay, () => spentSoFar(period))
    for (const spent of this.#taken.values()) spent.delete(number)
    const purse = new Purse(this, number, period)
    this.purses = [...this.purses, purse]
    return purse
  }

  drop(isOver: (purse: Purse) => boolean): void {
    for (const purse of this.purses) if (isOver(purse)) this.memory.closePurse(purse.number)
    this.purses = this.purses.filter((purse) => !isOver(purse))
  }

  /** Takes over what a thread has settled: its lane says so already. */
  take(lane: number, { dayNumber, operation, credits }: Settled): void {
    this.#add(dayNumber, operation, credits)
    this.#drawn.set(lane, (this.#drawn.get(lane) ?? 0) + credits)
    const spent = this.#taken.get(lane) ?? new Map<number, number>()
    this.#taken.set(lane, spent)
    for (const { number } of this.purses) {
      if (this.memory.covers(number, dayNumber)) spent.set(number, (spent.get(number) ?? 0) + credits)
    }
  }

  /** Gives back what a thread that died held; all that it wrote down was taken over. */
  bury(lane: number): void {
    const spent = this.#taken.get(lane)
    this.memory.bury(lane, (purse) => spent?.get(purse) ?? 0, this.#drawn.get(lane) ?? 0)
  }

  /** Everything booked is known to be on file, and nothing is set aside. */
  get settled(): boolean {
    return this.unwritten.size === 0 && this.sent.size === 0 && this.memory.holdsNothing
  }

  /** The same of the days of one purse. */
  isSettled(purse: Purse): boolean {
    return (
      purse.held === 0 &&
      ![...this.unwritten.values(), ...this.sent.values()].some((line) => purse.covers(line.dayNumber))
    )
  }

  #add(dayNumber: number, operation: string, credits: number): void {
    const name = `${dayNumber} ${operation}`
    let line = this.unwritten.get(name)
    if (!line) {
      line = { dayNumber, operation, calls: 0, credits: 0 }
      this.unwritten.set(name, line)
    }
    line.calls += 1
    line.credits += credits
  }
}

/** The credits of one key under one plan in one period. Exact over all threads, whatever the file holds. */
export class Purse {
  readonly tab: Tab
  /** In the memory of its tab. */
  readonly number: number
  readonly period: Period

  constructor(tab: Tab, number: number, period: Period) {
    this.tab = tab
    this.number = number
    this.period = period
  }

  /** Settled, on file or not. */
  get spent(): number {
    return this.tab.memory.spentOf(this.number)
  }

  /** Set aside by reservations that are neither settled nor released. */
  get held(): number {
    return this.tab.memory.heldOf(this.number)
  }

  covers(dayNumber: number): boolean {
    return this.tab.memory.covers(this.number, dayNumber)
  }
}
