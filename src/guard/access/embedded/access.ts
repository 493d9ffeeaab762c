import type { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import { inBackground } from '../../../kit/store/background.ts'
import type { StoreWriter } from '../../../kit/store/store-writer.ts'
import { answerCalls } from '../../../kit/threads/remote.ts'
import type { KeptAccess, LaneSetting } from '../kept-access.ts'
import { MeteredAccess } from '../metered-access.ts'
import { daysOf } from '../period.ts'
import type { Plans } from '../plans.ts'
import type { PlansFile } from '../plans-file.ts'
import { Rates } from '../rates.ts'
import * as refusals from '../refusals.ts'
import type { FolderOwner } from './folder-owner.ts'
import type { Keeper } from './keeper.ts'
import { KeysInFile } from './keys-in-file.ts'
import { LedgerFile } from './ledger-file.ts'
import type { LogFolder } from './log-folder.ts'
import { PaidQuestions } from './paid-questions.ts'
import type { Revocations } from './revocations.ts'
import { SettledLog } from './settled-log.ts'
import { type Place, SharedLedger } from './shared-ledger.ts'
import { ACCESS_FORMAT, guardedStore } from './store.ts'

/** How long a change to keys or plans, and settled credits, may wait. */
const REFRESH_MS = 250
const FLUSH_MS = 200

export interface EmbeddedAccessParts {
  /** Only read from: the thread that answers calls never waits for a lock. */
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write' | 'close'>
  /** Names this service among all that ever write to the file. */
  readonly service: string
  readonly path: string
  readonly plans: PlansFile
  readonly revocations: Revocations
  readonly folder: LogFolder
  readonly owner: FolderOwner
  readonly clock: Clock
  readonly log: Log
  readonly demo: () => boolean
  /** Other threads that answer calls, with a `BorrowedAccess` each. */
  readonly borrowers?: number
}

/**
 * Access over the key file of a data folder, for the one service that has the folder: keys and credits in memory, what
 * is new written behind. Other threads may borrow from it; this one alone keeps keys and ledger.
 */
export class EmbeddedAccess extends MeteredAccess<Place> implements KeptAccess {
  readonly #parts: EmbeddedAccessParts
  readonly #kept: KeptLedger
  readonly #timers: readonly NodeJS.Timeout[]

  constructor(parts: EmbeddedAccessParts) {
    const kept = new KeptLedger(parts)
    const [log] = kept.logs
    if (log === undefined) throw new Error('there is no log for this thread')
    const meters = { meter: (keyId: string) => kept.rates.meter(keyId) }
    super({
      ...parts,
      ledger: new SharedLedger(log, 0, kept),
      keys: kept.keysOfThread,
      meters,
      changes: kept.keys.changes,
    })
    this.#parts = parts
    this.#kept = kept
    const store = {
      ...parts,
      names: ACCESS_FORMAT,
      meanwhile: 'Until then charged calls are kept in the logs of settled calls.',
    }
    this.#timers = [
      inBackground(() => this.refresh(), REFRESH_MS, store),
      inBackground(() => kept.write(), FLUSH_MS, store),
    ]
  }

  get plans(): Plans {
    return this.#parts.plans.plans
  }

  get unwritten(): { readonly calls: number; readonly lagMs: number } {
    return this.#kept.unwritten
  }

  refresh(): void {
    this.#kept.refresh()
  }

  /** Charges what killed services had settled, then lets calls in. */
  async begin(): Promise<void> {
    await this.#kept.begin()
  }

  lendTo(lane: number, port: MessagePort): LaneSetting {
    const log = this.#kept.logs[lane]
    if (log === undefined || lane === 0) throw new Error(`there is no borrower ${lane}`)
    answerCalls(port, this.#kept satisfies Keeper)
    const { folder, service } = this.#parts
    const settledPath = folder.logPath(service, lane)
    return { lane, ledger: { settled: log.memory, settledPath, changes: this.#kept.keys.changes.buffer } }
  }

  bury(lane: number): void {
    this.#kept.bury(lane)
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#parts.store.isOpen) await this.#kept.close()
  }
}

/** Keys and ledger as the thread that has them keeps them, for itself and for others. */
class KeptLedger implements Keeper {
  readonly logs: readonly SettledLog[]
  readonly rates: Rates
  readonly keys: KeysInFile
  readonly #parts: EmbeddedAccessParts
  readonly #ledger: LedgerFile
  readonly #questions: PaidQuestions
  /** Resolves once the folder is ours; undefined from then on. */
  #beginning: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>()

  constructor(parts: EmbeddedAccessParts) {
    parts.store.exec('PRAGMA busy_timeout = 0')
    const { store, folder, service, clock, borrowers = 0 } = parts
    this.#parts = parts
    this.logs = Array.from({ length: borrowers + 1 }, (_, lane) => new SettledLog(folder.logPath(service, lane)))
    this.rates = new Rates(clock, this.logs.length)
    this.#questions = new PaidQuestions(store, clock)
    this.#ledger = new LedgerFile({
      ...parts,
      logs: this.logs,
      onPaid: (question) => this.#questions.confirm(question),
    })
    this.keys = new KeysInFile(parts)
  }

  /** The keys as this thread looks for them, once the ledger can be asked. */
  get keysOfThread() {
    const { keys } = this
    return {
      ready: () => this.#beginning?.promise,
      find: (fingerprint: string) => this.#reading(() => keys.find(fingerprint)),
      plan: (name: string) => keys.plan(name),
    }
  }

  get isOwner(): boolean {
    return this.#beginning === undefined
  }

  /** The folder is ours: what killed services had settled is charged, and calls are let in. */
  async begin(): Promise<void> {
    guardedStore(this.#parts.path, () => this.#ledger.inherit())
    this.#beginning?.resolve()
    this.#beginning = undefined
    await this.flush()
  }

  async plans(): Promise<Plans> {
    await this.#beginning?.promise
    return this.#parts.plans.plans
  }

  async find(fingerprint: string) {
    await this.#beginning?.promise
    return this.#reading(() => this.keys.find(fingerprint))
  }

  meter(keyId: string): SharedArrayBuffer {
    return this.rates.meter(keyId).memory
  }

  open(...[keyId, planNumber, period]: Parameters<Keeper['open']>) {
    return this.#reading(() => {
      const page = this.#ledger.page(keyId, planNumber)
      return { page: page.number, memory: page.balance.memory, period: this.#ledger.open(page, period) }
    })
  }

  isPaid(...[question]: Parameters<Keeper['isPaid']>): boolean {
    return this.#reading(() => this.#questions.has(question))
  }

  pay(...[question, lane]: Parameters<Keeper['pay']>): boolean {
    return this.#questions.claim(question, lane)
  }

  async flush(): Promise<void> {
    try {
      await this.#ledger.flush() // may have been under way, without what was settled since
      await this.#ledger.flush()
    } catch {} // the next turn of the timer tells of it
  }

  usage(...[keyId, planNumber, period]: Parameters<Keeper['usage']>) {
    return this.#reading(() => this.#ledger.usage(keyId, [planNumber], daysOf(period)))
  }

  usageSince(...asked: Parameters<Keeper['usageSince']>) {
    return this.#reading(() => this.#ledger.usageSince(...asked))
  }

  get unwritten(): { readonly calls: number; readonly lagMs: number } {
    let calls = 0
    for (const log of this.logs) calls += log.notKept
    return { calls, lagMs: calls === 0 ? 0 : Math.max(0, this.#parts.clock.now() - this.#ledger.keptToMs) }
  }

  refresh(): void {
    this.keys.refresh()
    this.rates.sweep()
    this.#questions.sweep()
    this.#ledger.sweep()
  }

  async write(): Promise<void> {
    if (!this.isOwner) return
    await this.#ledger.flush()
    await this.keys.keepRevoked()
  }

  bury(lane: number): void {
    this.#ledger.bury(lane)
    this.rates.bury(lane)
    this.#questions.bury(lane)
  }

  async close(): Promise<void> {
    try {
      if (this.isOwner) {
        await this.#ledger.close()
        await this.keys.keepRevoked()
      }
    } finally {
      for (const log of this.logs) log.close()
      await this.#parts.writer.close()
      this.#parts.store.close()
      this.#parts.owner.release()
    }
  }

  /** A file that cannot be read at this moment is not our bug: the caller may ask again. */
  #reading<T>(read: () => T): T {
    try {
      return guardedStore(this.#parts.path, read)
    } catch (error) {
      throw error instanceof CommandFault ? refusals.keysUnreadable() : error
    }
  }
}
