import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Clock, DAY_MS, dayOf } from '../../base/clock.ts'
import { inTransaction } from '../../base/store-folder.ts'
import type { Usage } from '../access.ts'
import type { Period } from '../period.ts'

/** Calls and credits of one day and operation that the file does not hold yet. */
interface Line {
  readonly dayNumber: number
  readonly operation: string
  calls: number
  credits: number
}

/** The credits of one key under one plan in one period. Exact within this process, whatever the file holds. */
export class Purse {
  readonly keyId: string
  readonly planNumber: number
  readonly period: Period
  /** Settled, on file or not. */
  spent: number
  /** Set aside by reservations that are neither settled nor released. */
  held = 0
  /** By day number and operation. */
  readonly unwritten = new Map<string, Line>()

  constructor(keyId: string, planNumber: number, period: Period, spent: number) {
    this.keyId = keyId
    this.planNumber = planNumber
    this.period = period
    this.spent = spent
  }

  /** The day to book under, always inside the period: a call let in just before its end belongs to it. */
  dayNumberAt(nowMs: number): number {
    const { startMs, endMs = Number.POSITIVE_INFINITY } = this.period
    return Math.floor(Math.max(startMs, Math.min(nowMs, endMs - 1)) / DAY_MS)
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
    this.spent += credits
  }
}

/**
 * All purses, and the file behind them: a purse is restored when first asked for, and what is booked in it reaches the
 * file at the next `flush`, added to what is there. What could not be written is kept and tried again.
 */
export class Ledger {
  readonly #store: DatabaseSync
  readonly #clock: Clock
  readonly #purses = new Map<string, Purse>()
  readonly #unwritten = new Set<Purse>()
  readonly #lastUsedMs = new Map<string, number>()
  readonly #sum: StatementSync
  readonly #days: StatementSync
  readonly #addUsage: StatementSync
  readonly #setLastUsed: StatementSync

  constructor(store: DatabaseSync, clock: Clock) {
    this.#store = store
    this.#clock = clock
    const inPeriod = 'FROM usage WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?'
    this.#sum = store.prepare(`SELECT coalesce(sum(credits), 0) AS credits ${inPeriod}`)
    this.#days = store.prepare(`SELECT day, operation, calls, credits ${inPeriod}`)
    this.#addUsage = store.prepare(`
      INSERT INTO usage (key_id, plan_number, day, operation, calls, credits) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`)
    this.#setLastUsed = store.prepare('UPDATE key SET last_used_ms = ? WHERE id = ?')
  }

  /** The one purse of a key, plan and period: asked again, the same object. */
  purse(keyId: string, planNumber: number, period: Period): Purse {
    const name = `${keyId} ${planNumber} ${period.startMs}`
    const known = this.#purses.get(name)
    if (known) return known
    const spent = Number(this.#sum.get(keyId, planNumber, ...daysOf(period))?.credits)
    const purse = new Purse(keyId, planNumber, period, spent)
    this.#purses.set(name, purse)
    return purse
  }

  book(purse: Purse, dayNumber: number, operation: string, credits: number): void {
    purse.book(dayNumber, operation, credits)
    this.#unwritten.add(purse)
  }

  touch(keyId: string): void {
    this.#lastUsedMs.set(keyId, this.#clock.now())
  }

  /** Calls and credits of a purse by day and operation, in that order, those not yet on file included. */
  usage(purse: Purse): readonly Usage[] {
    const lines = new Map<string, Usage>()
    const add = (line: Usage): void => {
      const name = `${line.day} ${line.operation}`
      const { calls, credits } = lines.get(name) ?? { calls: 0, credits: 0 }
      lines.set(name, { ...line, calls: line.calls + calls, credits: line.credits + credits })
    }
    const written = this.#days.all(purse.keyId, purse.planNumber, ...daysOf(purse.period))
    for (const row of written) add({ ...row } as unknown as Usage) // the columns are named and typed as Usage is
    for (const { dayNumber, ...line } of purse.unwritten.values()) add({ day: dayOf(dayNumber * DAY_MS), ...line })
    return [...lines.keys()].sort().flatMap((name) => lines.get(name) ?? [])
  }

  /** Writes down what is new, in one transaction. When that fails, all of it stays to be written. */
  flush(): void {
    if (this.#unwritten.size === 0 && this.#lastUsedMs.size === 0) return
    inTransaction(this.#store, () => {
      for (const purse of this.#unwritten) this.#write(purse)
      for (const [keyId, lastUsedMs] of this.#lastUsedMs) this.#setLastUsed.run(lastUsedMs, keyId)
    })
    for (const purse of this.#unwritten) purse.unwritten.clear()
    this.#unwritten.clear()
    this.#lastUsedMs.clear()
  }

  /** Drops purses whose period ended a day ago and that owe nothing to the file or to a call in flight. */
  sweep(): void {
    const nowMs = this.#clock.now()
    for (const [name, { period, held, unwritten }] of this.#purses) {
      const isOver = period.endMs !== undefined && period.endMs + DAY_MS < nowMs
      if (isOver && held === 0 && unwritten.size === 0) this.#purses.delete(name)
    }
  }

  /** Purses in memory. */
  get size(): number {
    return this.#purses.size
  }

  #write({ keyId, planNumber, unwritten }: Purse): void {
    for (const { dayNumber, operation, calls, credits } of unwritten.values()) {
      this.#addUsage.run(keyId, planNumber, dayOf(dayNumber * DAY_MS), operation, calls, credits)
    }
  }
}

/** First day of a period, and the first one after it. */
function daysOf({ startMs, endMs }: Period): [string, string] {
  return [dayOf(startMs), endMs === undefined ? '9999-12-31' : dayOf(endMs)]
}
