import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../kit/base/clock.ts'
import { remoteOf } from '../../../kit/threads/remote.ts'
import type { Plan } from '../access.ts'
import type { LedgerMemory } from '../kept-access.ts'
import { Meter } from '../meter.ts'
import { type Keys, MeteredAccess } from '../metered-access.ts'
import type { Plans } from '../plans.ts'
import type { StoredSecret } from '../stored-key.ts'
import { KEEPER_METHODS, type Keeper } from './keeper.ts'
import { SettledLog } from './settled-log.ts'
import { type Place, SharedLedger } from './shared-ledger.ts'

/** Secrets remembered at a time. */
const SECRETS_MAX = 20_000

/**
 * Access for one of several threads. Who a key is, it asks the thread that keeps keys and ledger, and remembers until
 * anything changes. Rates and credits it counts itself, in memory that all threads share. What it settles goes into a
 * log there, from which the keeper of the ledger takes it, even if this thread dies.
 */
export class BorrowedAccess extends MeteredAccess<Place> {
  readonly #close: () => void

  /** `demo`: whether the demo key may be used now, as for the access that this one borrows from. */
  constructor(port: MessagePort, lane: number, memory: LedgerMemory, clock: Clock, demo: () => boolean) {
    const { remote: keeper, close } = remoteOf<Keeper>(port, KEEPER_METHODS)
    const log = new SettledLog(memory.settledPath, memory.settled)
    const changes = new Int32Array(memory.changes)
    const keys = new BorrowedKeys(keeper, changes)
    const meters = { meter: async (keyId: string) => new Meter(await keeper.meter(keyId), lane) }
    super({ ledger: new SharedLedger(log, lane, keeper), keys, meters, clock, demo, changes })
    this.#close = () => {
      close()
      log.close()
    }
  }

  /** Nothing is to be written down: what was settled is in the log. */
  async close(): Promise<void> {
    this.#close()
  }
}

/** Keys and plans of another thread, remembered until any of them changes. */
class BorrowedKeys implements Keys {
  readonly #keeper: Keeper
  readonly #changes: Int32Array
  #seenChanges = -1
  #plans: Plans = new Map()
  readonly #secrets = new Map<string, StoredSecret>()

  constructor(keeper: Keeper, changes: Int32Array) {
    this.#keeper = keeper
    this.#changes = changes
  }

  ready(): Promise<void> | undefined {
    const changes = Atomics.load(this.#changes, 0)
    return changes === this.#seenChanges ? undefined : this.#follow(changes)
  }

  find(fingerprint: string): StoredSecret | Promise<StoredSecret | undefined> {
    return this.#secrets.get(fingerprint) ?? this.#ask(fingerprint)
  }

  plan(name: string): Plan | undefined {
    return this.#plans.get(name)
  }

  /** `changes` was read before anything is asked, so that what changes meanwhile is noticed at the next call. */
  async #follow(changes: number): Promise<void> {
    const plans = await this.#keeper.plans()
    this.#secrets.clear()
    this.#plans = plans
    this.#seenChanges = changes
  }

  /** A key may be as new as its plan, which is followed before the key is let in. */
  async #ask(fingerprint: string): Promise<StoredSecret | undefined> {
    const before = this.#seenChanges
    const secret = await this.#keeper.find(fingerprint)
    await this.ready()
    if (secret === undefined || before !== this.#seenChanges) return secret
    if (this.#secrets.size >= SECRETS_MAX) this.#secrets.clear()
    this.#secrets.set(fingerprint, secret)
    return secret
  }
}
