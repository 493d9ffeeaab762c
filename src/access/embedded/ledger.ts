import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Clock, DAY_MS, type Day, dayOf } from '../../base/clock.ts'
import type { Change, StoreWriter } from '../../base/store-writer.ts'
import type { Usage } from '../access.ts'
import { daysOf, NO_DAY, type Period } from '../period.ts'
import { REPEAT_MS } from '../repeats.ts'
import { CONFIRM_PAID } from './paid-questions.ts'
import { type Line, type Purse, Tab } from './purse.ts'
import type { SettledLog } from './settled-log.ts'

/** How long a flush tries to get the file's lock before it counts as failed. */
const LOCK_MS_MAX = 2000

export interface LedgerParts {
  /** Read only: what is written goes through `writer`. */
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write'>
  /** Names this ledger among all that write to the file. */
  readonly writerId: string
  readonly clock: Clock
  /** What threads settle, by lane; this thread's own lane is the first. */
  readonly logs: readonly SettledLog[]
  /** Hears of each question that a settled call has paid for. */
  readonly onPaid?: (name: string) => void
}

/** Changes on their way to the file. A batch is frozen until it is known to be there. */
interface Batch {
  readonly number: number
  /** Everything is in it that was settled before this moment. */
  readonly toMs: number
  readonly tabs: readonly Tab[]
  /** The last entry of each log that is in it. */
  readonly taken: readonly number[]
  readonly changes: readonly Change[]
}

/**
 * The one place that debits: all purses, and the file behind them. A purse is restored when first asked for, and what
 * is booked in it reaches the file with the next batch, added to what is there. The file holds the number of the last
 * batch beside what the batch changed, so that a batch whose fate is unknown is neither lost nor written twice.
 */
export class Ledger {
  readonly #parts: LedgerParts
  readonly #tabs = new Map<string, Tab>()
  readonly #byNumber = new Map<number, Tab>()
  readonly #logs: readonly SettledLog[]
  readonly #unwritten = new Set<Tab>()
  /** Questions paid for by calls that no batch has yet. */
  #paid: string[] = []
  readonly #lastUsedMs = new Map<string, number>()
  readonly #sum: StatementSync
  readonly #days: StatementSync
  readonly #lastBatch: StatementSync
  #batch: Batch | undefined
  #batches = 0
  #tabsMade = 0
  #keptToMs: number
  #flushing: Promise<void> | undefined

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#logs = parts.logs
    this.#keptToMs = parts.clock.now()
    const inPeriod = 'FROM usage WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?'
    this.#sum = parts.store.prepare(`SELECT coalesce(sum(credits), 0) AS credits ${inPeriod}`)
    this.#days = parts.store.prepare(`SELECT day, operation, calls, credits ${inPeriod}`)
    this.#lastBatch = parts.store.prepare('SELECT number FROM batch WHERE writer = ?')
  }

  /** The one purse of a key, plan and period: asked again, the same object. */
  purse(keyId: string, planNumber: number, period: Period): Purse {
    const tab = this.#tab(keyId, planNumber)
    const known = tab.purses.find((each) => isSame(each.period, period))
    if (known) return known
    return tab.open(period, () => this.#spentSoFar(tab, period))
  }

  /** The tab that other threads know by its number. */
  tab(number: number): Tab {
    const tab = this.#byNumber.get(number)
    if (tab === undefined) throw new Error(`there is no tab ${number}`)
    return tab
  }

  /** The purse that other threads know by its number and its tab's. */
  purseOf({ tab, purse }: { readonly tab: number; readonly purse: number }): Purse {
    const found = this.tab(tab).purses.find(({ number }) => number === purse)
    if (found === undefined) throw new Error(`tab ${tab} has no purse ${purse}`)
    return found
  }

  /** The tab of a key and plan, where anything of it is in memory. */
  known(keyId: string, planNumber: number): Tab | undefined {
    return this.#tabs.get(nameOf(keyId, planNumber))
  }

  /** Takes over what threads have settled so far. */
  takeOver(): void {
    for (const [lane, log] of this.#logs.entries()) {
      log.take((settled) => {
        const tab = this.tab(settled.tab)
        tab.take(lane, settled)
        this.#unwritten.add(tab)
        if (settled.paid === undefined) return
        this.#parts.onPaid?.(settled.paid.name)
        if (settled.paid.lasts) this.#paid.push(settled.paid.name)
      })
    }
    for (const tab of this.#tabs.values()) {
      const { lastUsedMs } = tab.memory
      if (lastUsedMs > tab.writtenLastUsedMs) this.#lastUsedMs.set(tab.keyId, lastUsedMs)
      tab.writtenLastUsedMs = lastUsedMs
    }
  }

  /** Tabs that may give their lease back: everything is on file, and no period of theirs goes on. */
  idle(): readonly Tab[] {
    return [...this.#tabs.values()].filter((tab) => tab.hasLease && tab.purses.length === 0 && tab.settled)
  }

  /** Counts what other processes have spent under a key and plan meanwhile, as far as the file tells. */
  rebase(tab: Tab): void {
    for (const { number, period } of tab.purses) tab.memory.rebase(number, () => this.#spentSoFar(tab, period))
  }

  /** Gives back what a thread that died held, and keeps what it had settled. */
  bury(lane: number): void {
    this.takeOver()
    for (const tab of this.#tabs.values()) tab.bury(lane)
  }

  touch(keyId: string): void {
    this.#lastUsedMs.set(keyId, this.#parts.clock.now())
  }

  /** Calls and credits of a purse by day and operation, in that order, those not yet on file included. */
  usage({ tab, period }: Purse): readonly Usage[] {
    return this.#used(tab.keyId, [tab.planNumber], daysOf(period))
  }

  /** The same of a key from a day on, under the plan of this number and those before it. */
  usageSince(keyId: string, planNumber: number, day: Day): readonly Usage[] {
    const planNumbers = Array.from({ length: planNumber + 1 }, (_, number) => number)
    return this.#used(keyId, planNumbers, [day, NO_DAY])
  }

  #used(keyId: string, planNumbers: readonly number[], [first, end]: readonly [Day, Day]): readonly Usage[] {
    const lines = new Map<string, Usage>()
    const add = (line: Usage): void => {
      const name = `${line.day} ${line.operation}`
      const { calls, credits } = lines.get(name) ?? { calls: 0, credits: 0 }
      lines.set(name, { ...line, calls: line.calls + calls, credits: line.credits + credits })
    }
    const covers = (dayNumber: number) => {
      const day = dayOf(dayNumber * DAY_MS)
      return first <= day && day < end
    }
    this.takeOver()
    this.#atOnce(() => {
      for (const planNumber of planNumbers) {
        const written = this.#days.all(keyId, planNumber, first, end)
        for (const row of written) add({ ...row } as unknown as Usage) // the columns are named and typed as Usage is
        const tab = this.known(keyId, planNumber)
        const unwritten = tab === undefined ? [] : this.#linesNotOnFile(tab, covers)
        for (const { dayNumber, ...line } of unwritten) add({ day: dayOf(dayNumber * DAY_MS), ...line })
      }
    })
    return [...lines.keys()].sort().flatMap((name) => lines.get(name) ?? [])
  }

  /** Writes down what is new, in one transaction. Rejects when that fails: all of it stays to be written, once. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  /** Whatever was settled before this moment is on file. */
  get keptToMs(): number {
    return this.#keptToMs
  }

  /** Something is not known to be on file. */
  get owes(): boolean {
    return this.#batch !== undefined || this.#unwritten.size > 0 || this.#lastUsedMs.size > 0
  }

  /** Drops purses whose period ended a day ago, where nothing is owed to the file or to a call in flight. */
  sweep(): void {
    this.takeOver()
    const nowMs = this.#parts.clock.now()
    for (const [name, tab] of this.#tabs) {
      const isOver = ({ period: { endMs } }: Purse) => endMs !== undefined && endMs + DAY_MS < nowMs
      if (tab.purses.some(isOver)) tab.drop((purse) => isOver(purse) && tab.isSettled(purse))
      if (tab.purses.length > 0 || tab.hasLease || !tab.settled) continue
      this.#tabs.delete(name)
      this.#byNumber.delete(tab.number)
    }
  }

  /** Purses in memory. */
  get size(): number {
    let size = 0
    for (const { purses } of this.#tabs.values()) size += purses.length
    return size
  }

  async #flush(): Promise<void> {
    const nowMs = this.#parts.clock.now()
    this.takeOver()
    const again = this.#batch
    if (again !== undefined && this.#isOnFile(again)) {
      this.#confirm(again)
      return
    }
    const batch = again ?? this.#gather(nowMs)
    if (batch === undefined) {
      this.#keptToMs = nowMs
      return
    }
    this.#batch = batch
    await this.#parts.writer.write(batch.changes, LOCK_MS_MAX)
    this.#confirm(batch)
  }

  #gather(nowMs: number): Batch | undefined {
    if (!this.owes) return undefined
    const tabs = [...this.#unwritten]
    this.#unwritten.clear()
    for (const tab of tabs) {
      tab.sent = tab.unwritten
      tab.unwritten = new Map()
    }
    this.#batches += 1
    const number = this.#batches
    const { writerId } = this.#parts
    const taken = this.#logs.map((log) => log.taken)
    const changes = [
      { sql: ADD_USAGE, rows: tabs.flatMap(usageRows) },
      { sql: ADD_SPENT, rows: tabs.map((tab) => [creditsSent(tab), writerId, tab.keyId, tab.planNumber]) },
      { sql: CONFIRM_PAID, rows: this.#paid.map((name) => [name, nowMs + REPEAT_MS]) },
      { sql: SET_TAKEN, rows: taken.map((last, lane) => [writerId, lane, last]) },
      { sql: SET_LAST_USED, rows: Array.from(this.#lastUsedMs, ([keyId, lastUsedMs]) => [lastUsedMs, keyId]) },
      { sql: FORGET_BATCHES, rows: [[nowMs - DAY_MS]] },
      { sql: SET_BATCH, rows: [[writerId, number, nowMs]] },
    ]
    this.#lastUsedMs.clear()
    this.#paid = []
    return { number, toMs: nowMs, tabs, taken, changes }
  }

  #confirm({ toMs, tabs, taken }: Batch): void {
    this.#keptToMs = toMs
    for (const tab of tabs) tab.sent = new Map()
    for (const [lane, log] of this.#logs.entries()) log.markKept(taken[lane] ?? 0)
    this.#batch = undefined
  }

  #isOnFile({ number }: Batch): boolean {
    return Number(this.#lastBatch.get(this.#parts.writerId)?.number ?? 0) >= number
  }

  #spentSoFar(tab: Tab, period: Period): number {
    this.takeOver()
    const { startMs, endMs = Number.POSITIVE_INFINITY } = period
    const covers = (dayNumber: number) => startMs <= dayNumber * DAY_MS && dayNumber * DAY_MS < endMs
    let spent = 0
    this.#atOnce(() => {
      spent = Number(this.#sum.get(tab.keyId, tab.planNumber, ...daysOf(period))?.credits)
      for (const line of this.#linesNotOnFile(tab, covers)) spent += line.credits
    })
    return spent
  }

  *#linesNotOnFile(tab: Tab, counts: (dayNumber: number) => boolean): Generator<Line> {
    const sent =
      this.#batch === undefined || tab.sent.size === 0 || this.#isOnFile(this.#batch) ? [] : tab.sent.values()
    for (const line of sent) if (counts(line.dayNumber)) yield line
    for (const line of tab.unwritten.values()) if (counts(line.dayNumber)) yield line
  }

  /** Everything that `read` sees of the file is of one moment. */
  #atOnce(read: () => void): void {
    const { store } = this.#parts
    store.exec('BEGIN')
    try {
      read()
    } finally {
      store.exec('COMMIT')
    }
  }

  #tab(keyId: string, planNumber: number): Tab {
    const name = nameOf(keyId, planNumber)
    const known = this.#tabs.get(name)
    if (known) return known
    this.#tabsMade += 1
    const tab = new Tab(keyId, planNumber, this.#tabsMade, this.#logs.length)
    this.#tabs.set(name, tab)
    this.#byNumber.set(tab.number, tab)
    return tab
  }
}

export const ADD_USAGE = `
  INSERT INTO usage (key_id, plan_number, day, operation, calls, credits) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`
/** What is on file is no longer held by the lease. */
const ADD_SPENT = 'UPDATE lease SET spent = spent + ? WHERE owner = ? AND key_id = ? AND plan_number = ?'
const SET_TAKEN = 'INSERT OR REPLACE INTO taken (owner, lane, number) VALUES (?, ?, ?)'
const SET_LAST_USED = 'UPDATE key SET last_used_ms = ? WHERE id = ?'
const SET_BATCH = 'INSERT OR REPLACE INTO batch (writer, number, at_ms) VALUES (?, ?, ?)'
/** Of ledgers that are gone: one that has something to write has a lease, whatever the clock says of its last batch. */
const FORGET_BATCHES = 'DELETE FROM batch WHERE at_ms < ? AND writer NOT IN (SELECT owner FROM lease)'

function nameOf(keyId: string, planNumber: number): string {
  return `${keyId} ${planNumber}`
}

function creditsSent({ sent }: Tab): number {
  let sum = 0
  for (const { credits } of sent.values()) sum += credits
  return sum
}

function usageRows({ keyId, planNumber, sent }: Tab) {
  const row = ({ dayNumber, operation, calls, credits }: Line) =>
    [keyId, planNumber, dayOf(dayNumber * DAY_MS), operation, calls, credits] as const
  return Array.from(sent.values(), row)
}

function isSame(one: Period, other: Period): boolean {
  return one.startMs === other.startMs && one.endMs === other.endMs
}
