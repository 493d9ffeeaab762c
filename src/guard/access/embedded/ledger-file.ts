import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Clock, DAY_MS, type Day, dayOf } from '../../../kit/base/clock.ts'
import { CommandFault, EXIT } from '../../../kit/base/failure.ts'
import type { Change, StoreWriter } from '../../../kit/store/store-writer.ts'
import type { Usage } from '../access.ts'
import { daysOf, NO_DAY, type Period } from '../period.ts'
import { type NamedQuestion, repeatMsOf } from '../repeats.ts'
import type { LogFolder } from './log-folder.ts'
import { type Line, Page } from './page.ts'
import { ADD_PAID, FORGET_PAID } from './paid-questions.ts'
import { type SettledLog, settledIn } from './settled-log.ts'

/** How long a flush tries to get the file's lock before it counts as failed. */
const LOCK_MS_MAX = 2000

export interface LedgerFileParts {
  /** Only read from: what is written goes through `writer`. */
  readonly store: DatabaseSync
  readonly writer: { write(...asked: Parameters<StoreWriter['write']>): Promise<unknown> }
  /** Names this service among all that ever write to the file. */
  readonly service: string
  readonly clock: Clock
  /** Logs of settled calls, by lane; this thread's own lane is the first. */
  readonly logs: readonly SettledLog[]
  readonly folder: Pick<LogFolder, 'path' | 'make' | 'lanesOf' | 'readLog' | 'remove'>
  /** Hears of each question that a settled call has paid for. */
  readonly onPaid?: (question: NamedQuestion) => void
}

/** Changes on their way to the file. A batch is frozen until it is known to be there. */
interface Batch {
  readonly number: number
  /** Everything is in it that was settled before this moment. */
  readonly toMs: number
  readonly pages: readonly Page[]
  /** The last entry of each log that is in it. */
  readonly taken: readonly number[]
  readonly changes: readonly Change[]
}

/**
 * The one place that writes what was charged: the pages of all keys, and the key file behind them. A page is restored
 * when first asked for, and what is new on it reaches the file with the next batch, added to what is there. With each
 * batch goes its number and that of the last entry of each log in it, so that a batch whose fate is unknown is neither
 * lost nor written twice, and so that the next service knows which entries of a killed one are still to be charged.
 */
export class LedgerFile {
  readonly #parts: LedgerFileParts
  readonly #pages = new Map<string, Page>()
  readonly #byNumber = new Map<number, Page>()
  readonly #logs: readonly SettledLog[]
  readonly #unwritten = new Set<Page>()
  /** Questions paid for by calls that no batch has yet. */
  #paid: NamedQuestion[] = []
  readonly #lastUsedMs = new Map<string, number>()
  readonly #sum: StatementSync
  readonly #days: StatementSync
  readonly #taken: StatementSync
  #batch: Batch | undefined
  #batches = 0
  #pagesMade = 0
  #keptToMs: number
  #flushing: Promise<void> | undefined
  /** The key file knows of the logs. */
  #isReady = false

  constructor(parts: LedgerFileParts) {
    this.#parts = parts
    this.#logs = parts.logs
    this.#keptToMs = parts.clock.now()
    const inPeriod = 'FROM usage WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?'
    this.#sum = parts.store.prepare(`SELECT coalesce(sum(credits), 0) AS credits ${inPeriod}`)
    this.#days = parts.store.prepare(`SELECT day, operation, calls, credits ${inPeriod}`)
    this.#taken = parts.store.prepare('SELECT number FROM taken WHERE service = ? AND lane = ?')
  }

  /**
   * Takes over what services had settled that were killed; the first batch writes it. To be called once, before any
   * page is asked for, by the only service on the folder.
   */
  inherit(): void {
    const { store, service, folder } = this.#parts
    for (const row of store.prepare('SELECT DISTINCT service FROM taken WHERE service <> ?').all(service)) {
      const killed = String(row.service)
      for (const lane of folder.lanesOf(killed)) {
        for (const settled of settledIn(folder.readLog(killed, lane), this.#takenOf(killed, lane))) {
          const page = this.page(settled.keyId, settled.planNumber)
          page.add(settled)
          this.#unwritten.add(page)
          this.#notePaid(settled.paid)
        }
      }
    }
  }

  /** The one page of a key and plan. */
  page(keyId: string, planNumber: number): Page {
    const name = nameOf(keyId, planNumber)
    const restored = this.#pages.get(name)
    if (restored) return restored
    this.#pagesMade += 1
    const page = new Page(keyId, planNumber, this.#pagesMade, this.#logs.length)
    this.#pages.set(name, page)
    this.#byNumber.set(page.number, page)
    return page
  }

  /** The number of a period on a page: asked again, the same one. */
  open(page: Page, period: Period): number {
    return page.open(period, () => this.#spentSoFar(page, period))
  }

  /** Takes over what threads have settled so far. */
  takeOver(): void {
    for (const [lane, log] of this.#logs.entries()) {
      log.take((settled) => {
        // A call that holds no credits does not keep its page from being dropped
        const page = this.#byNumber.get(settled.page) ?? this.page(settled.keyId, settled.planNumber)
        page.take(lane, settled)
        this.#unwritten.add(page)
        this.#notePaid(settled.paid)
      })
    }
    for (const page of this.#pages.values()) {
      const { lastUsedMs } = page.balance
      if (lastUsedMs > page.writtenLastUsedMs) this.#lastUsedMs.set(page.keyId, lastUsedMs)
      page.writtenLastUsedMs = lastUsedMs
    }
  }

  /** Gives back what a thread that died held, and keeps what it had settled. */
  bury(lane: number): void {
    this.takeOver()
    for (const page of this.#pages.values()) page.bury(lane)
  }

  /** Calls and credits by day and operation, in that order, those not yet on file included. */
  usage(keyId: string, planNumbers: readonly number[], [first, end]: readonly [Day, Day]): readonly Usage[] {
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
        const page = this.#pages.get(nameOf(keyId, planNumber))
        const unwritten = page === undefined ? [] : this.#linesNotOnFile(page, covers)
        for (const { dayNumber, ...line } of unwritten) add({ day: dayOf(dayNumber * DAY_MS), ...line })
      }
    })
    return [...lines.keys()].sort().flatMap((name) => lines.get(name) ?? [])
  }

  /** Calls and credits from a day on, under the plan of this number and those before it. */
  usageSince(keyId: string, planNumber: number, day: Day): readonly Usage[] {
    const planNumbers = Array.from({ length: planNumber + 1 }, (_, number) => number)
    return this.usage(keyId, planNumbers, [day, NO_DAY])
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

  /** Writes down all that was settled, and removes the logs. Rejects where it cannot: the next service does it. */
  async close(): Promise<void> {
    const { writer, service, folder } = this.#parts
    this.takeOver()
    while (this.#owes) await this.flush()
    if (!this.#isReady) return
    await writer.write([{ sql: FORGET_SERVICE, rows: [[service]] }], LOCK_MS_MAX)
    folder.remove(service)
  }

  /** Closes periods that ended a day ago, where nothing is owed to the file or to a call in flight. */
  sweep(): void {
    this.takeOver()
    const dayAgoMs = this.#parts.clock.now() - DAY_MS
    for (const [name, page] of this.#pages) {
      page.closeBefore(dayAgoMs)
      if (page.periods.size > 0 || !page.isSettled) continue
      this.#pages.delete(name)
      this.#byNumber.delete(page.number)
    }
  }

  /** Pages in memory. */
  get size(): number {
    return this.#pages.size
  }

  get #owes(): boolean {
    return this.#batch !== undefined || this.#unwritten.size > 0 || this.#lastUsedMs.size > 0
  }

  async #flush(): Promise<void> {
    const nowMs = this.#parts.clock.now()
    this.takeOver()
    const again = this.#batch
    if (again !== undefined && this.#isOnFile(again)) {
      this.#confirm(again)
      return
    }
    if (again === undefined && this.#isReady && !this.#owes) {
      this.#keptToMs = nowMs
      return
    }
    if (!this.#isReady) this.#makeLogs()
    const batch = again ?? this.#gather(nowMs)
    this.#batch = batch
    await this.#parts.writer.write(batch.changes, LOCK_MS_MAX)
    this.#confirm(batch)
  }

  #makeLogs(): void {
    const { folder, service } = this.#parts
    try {
      folder.make(service, this.#logs.length)
    } catch (cause) {
      throw new CommandFault(`Cannot write in ${folder.path}: ${String(cause)}.`, EXIT.cannotWrite, { cause })
    }
  }

  #gather(nowMs: number): Batch {
    const pages = [...this.#unwritten]
    this.#unwritten.clear()
    for (const page of pages) {
      page.sent = page.unwritten
      page.unwritten = new Map()
    }
    this.#batches += 1
    const number = this.#batches
    const { service } = this.#parts
    const taken = this.#logs.map((log) => log.taken)
    const changes = [
      { sql: ADD_USAGE, rows: pages.flatMap(usageRows) },
      { sql: FORGET_PAID, rows: this.#paid.length > 0 ? [[nowMs]] : [] },
      { sql: ADD_PAID, rows: this.#paid.map((paid) => [paid.name, nowMs + repeatMsOf(paid)]) },
      { sql: SET_TAKEN, rows: [...taken, number].map((last, lane) => [service, lane, last]) },
      { sql: SET_LAST_USED, rows: Array.from(this.#lastUsedMs, ([keyId, lastUsedMs]) => [lastUsedMs, keyId]) },
      { sql: FORGET_OTHERS, rows: this.#isReady ? [] : [[service]] },
    ]
    this.#lastUsedMs.clear()
    this.#paid = []
    return { number, toMs: nowMs, pages, taken, changes }
  }

  #confirm({ toMs, pages, taken }: Batch): void {
    this.#keptToMs = toMs
    for (const page of pages) page.sent = new Map()
    for (const [lane, log] of this.#logs.entries()) log.markKept(taken[lane] ?? 0)
    this.#batch = undefined
    if (this.#isReady) return
    this.#isReady = true
    for (const log of this.#logs) log.makeReady()
    this.#parts.folder.remove(this.#parts.service, true)
  }

  /** The number of the last batch stands after those of the logs. */
  #isOnFile({ number }: Batch): boolean {
    return this.#takenOf(this.#parts.service, this.#logs.length) >= number
  }

  #takenOf(service: string, lane: number): number {
    return Number(this.#taken.get(service, lane)?.number ?? 0)
  }

  #notePaid(paid: NamedQuestion | undefined): void {
    if (paid === undefined) return
    this.#parts.onPaid?.(paid)
    if (paid.lasts) this.#paid.push(paid)
  }

  #spentSoFar(page: Page, period: Period): number {
    this.takeOver()
    const { startMs, endMs = Number.POSITIVE_INFINITY } = period
    const covers = (dayNumber: number) => startMs <= dayNumber * DAY_MS && dayNumber * DAY_MS < endMs
    let spent = 0
    this.#atOnce(() => {
      spent = Number(this.#sum.get(page.keyId, page.planNumber, ...daysOf(period))?.credits)
      for (const line of this.#linesNotOnFile(page, covers)) spent += line.credits
    })
    return spent
  }

  *#linesNotOnFile(page: Page, counts: (dayNumber: number) => boolean): Generator<Line> {
    const isSent = this.#batch !== undefined && page.sent.size > 0 && !this.#isOnFile(this.#batch)
    for (const line of isSent ? page.sent.values() : []) if (counts(line.dayNumber)) yield line
    for (const line of page.unwritten.values()) if (counts(line.dayNumber)) yield line
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
}

const ADD_USAGE = `
  INSERT INTO usage (key_id, plan_number, day, operation, calls, credits) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, credits = credits + excluded.credits`
const SET_TAKEN = 'INSERT OR REPLACE INTO taken (service, lane, number) VALUES (?, ?, ?)'
const SET_LAST_USED = 'UPDATE key SET last_used_ms = ? WHERE id = ?'
const FORGET_SERVICE = 'DELETE FROM taken WHERE service = ?'
const FORGET_OTHERS = 'DELETE FROM taken WHERE service <> ?'

function nameOf(keyId: string, planNumber: number): string {
  return `${keyId} ${planNumber}`
}

function usageRows({ keyId, planNumber, sent }: Page) {
  const row = ({ dayNumber, operation, calls, credits }: Line) =>
    [keyId, planNumber, dayOf(dayNumber * DAY_MS), operation, calls, credits] as const
  return Array.from(sent.values(), row)
}
