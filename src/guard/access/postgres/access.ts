import type { MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../kit/base/clock.ts'
import { CommandFault } from '../../../kit/base/failure.ts'
import type { Log } from '../../../kit/base/log.ts'
import type { Database } from '../../../kit/postgres/database.ts'
import { followed } from '../../../kit/postgres/followed.ts'
import { inBackground } from '../../../kit/store/background.ts'
import { answerCalls, remoteOf } from '../../../kit/threads/remote.ts'
import type { KeptAccess, LaneSetting } from '../kept-access.ts'
import { Meter } from '../meter.ts'
import { type Keys, MeteredAccess, type Meters } from '../metered-access.ts'
import type { Plans } from '../plans.ts'
import { keysUnreadable } from '../refusals.ts'
import type { StoredSecret } from '../stored-key.ts'
import { KeyTable } from './key-table.ts'
import { type Place, PostgresLedger } from './ledger.ts'
import { NODE_KEEPER_METHODS, type NodeKeeper } from './node-keeper.ts'
import type { SharedPlans } from './plans.ts'
import { SharedRates } from './shared-rates.ts'

/** How long a change to keys or plans may wait, and how long what a node held that is gone. */
const REFRESH_MS = 250
const RECOVER_MS = 1000
/** How long rows may lie about that say nothing any more. */
const SWEEP_MS = 60_000
/** How long nodes let calls through before they tell each other. */
const SHARE_MS = 100

/** The place of a thread that counts in the memory of another one. */
export interface Lane {
  /** To the access of the main thread. */
  readonly port: MessagePort
  readonly lane: number
}

export interface PostgresAccessParts {
  readonly database: Database
  readonly plans: SharedPlans
  /** Follows the clock of the database. */
  readonly clock: Clock
  readonly log: Log
  readonly demo: () => boolean
  /** Absent for the main thread. */
  readonly lane?: Lane
  /** Other threads that count in the memory of this one. */
  readonly borrowers?: number
  /** Closed with it. */
  readonly closes?: () => Promise<void>
}

/**
 * Access over one PostgreSQL that any number of nodes share. Every credit is set aside and spent there, so that all
 * nodes together are as exact as one process; keys and plans are in memory and followed. Rates are counted by each
 * node and shared ten times a second.
 */
export class PostgresAccess extends MeteredAccess<Place> implements KeptAccess {
  readonly #parts: PostgresAccessParts
  readonly #keys: KeysInDatabase
  readonly #ledger: PostgresLedger
  readonly #node: NodeMemory
  readonly #timers: readonly NodeJS.Timeout[]

  private constructor(parts: PostgresAccessParts) {
    const { database, clock, lane, borrowers = 0 } = parts
    const node = lane === undefined ? nodeMemory(new SharedRates(database, clock, borrowers + 1)) : borrowed(lane)
    const ledger = new PostgresLedger(database, clock, node.keeper)
    const keys = new KeysInDatabase(parts)
    super({ ...parts, ledger, keys, meters: node.meters, changes: keys.changes })
    this.#parts = parts
    this.#keys = keys
    this.#ledger = ledger
    this.#node = node
    const meanwhile = 'Until then calls that cost credits are refused, and known keys are let in.'
    const store = followed(database, parts.log, meanwhile)
    this.#timers = [
      inBackground(() => this.refresh(), REFRESH_MS, store),
      inBackground(() => this.recover(), RECOVER_MS, store),
      inBackground(() => this.sweep(), SWEEP_MS, store),
      inBackground(() => this.shareRates(), SHARE_MS, store),
    ]
  }

  /** Rejects with a CommandFault where the database cannot be read. */
  static async open(parts: PostgresAccessParts): Promise<PostgresAccess> {
    const access = new PostgresAccess(parts)
    try {
      await access.refresh()
      return access
    } catch (error) {
      for (const timer of access.#timers) clearInterval(timer)
      throw error
    }
  }

  get plans(): Plans {
    return this.#parts.plans.plans
  }

  /** Charged calls are in the database before they are answered. */
  get unwritten() {
    return NOTHING_UNWRITTEN
  }

  lendTo(lane: number, port: MessagePort): LaneSetting {
    answerCalls(port, this.#ownRates satisfies NodeKeeper)
    return { lane }
  }

  /** The credits that it held in the database come back when its session ends. */
  bury(lane: number): void {
    this.#ownRates.bury(lane)
  }

  async refresh(): Promise<void> {
    await this.#keys.refresh()
    this.#node.rates?.sweep()
  }

  /** Tells the other nodes what was let through here, and learns from them. */
  async shareRates(): Promise<void> {
    await this.#node.rates?.share()
  }

  /** Gives back what nodes held that are gone, and writes down which keys were used. */
  async recover(): Promise<void> {
    await this.#ledger.recover()
    await this.#node.rates?.forget()
  }

  /** Drops what nodes that run for long held on former days. */
  async sweep(): Promise<void> {
    await this.#ledger.sweep()
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    this.#node.close()
    await this.#node.rates?.close()
    await this.#ledger.close()
    await this.#parts.closes?.()
  }

  get #ownRates(): SharedRates {
    const { rates } = this.#node
    if (rates === undefined) throw new Error('this thread counts in the memory of another one')
    return rates
  }
}

const NOTHING_UNWRITTEN = { calls: 0, lagMs: 0 } as const

/** The memory that all threads of a node share. */
interface NodeMemory {
  readonly keeper: NodeKeeper
  readonly meters: Meters
  /** Only in the main thread. */
  readonly rates?: SharedRates
  close(): void
}

function nodeMemory(rates: SharedRates): NodeMemory {
  const meters: Meters = { meter: (keyId) => rates.own.meter(keyId), lease: (keyId) => rates.lease(keyId) }
  return { keeper: rates, meters, rates, close: () => {} }
}

function borrowed({ port, lane }: Lane): NodeMemory {
  const { remote: keeper, close } = remoteOf<NodeKeeper>(port, NODE_KEEPER_METHODS)
  const meters: Meters = {
    meter: async (keyId) => new Meter(await keeper.meter(keyId), lane),
    lease: (keyId) => keeper.lease(keyId),
  }
  return { keeper, meters, close }
}

/** Keys and plans of the database, in memory. */
class KeysInDatabase implements Keys {
  readonly changes = new Int32Array(new SharedArrayBuffer(4))
  readonly #table: KeyTable
  readonly #plans: SharedPlans

  constructor({ database, plans }: PostgresAccessParts) {
    this.#table = new KeyTable(database)
    this.#plans = plans
  }

  ready(): undefined {}

  /** Looked up in the database before it counts as unknown: it may have been made a moment ago. */
  find(fingerprint: string): StoredSecret | Promise<StoredSecret | undefined> {
    return this.#table.find(fingerprint) ?? this.#findNew(fingerprint)
  }

  plan(name: string) {
    return this.#plans.get(name)
  }

  async refresh(): Promise<void> {
    if (await this.#plans.followNow()) Atomics.add(this.changes, 0, 1)
    if (await this.#table.refresh()) Atomics.add(this.changes, 0, 1)
  }

  async #findNew(fingerprint: string): Promise<StoredSecret | undefined> {
    try {
      await this.#table.refresh()
    } catch (error) {
      throw error instanceof CommandFault ? keysUnreadable() : error
    }
    return this.#table.find(fingerprint)
  }
}
