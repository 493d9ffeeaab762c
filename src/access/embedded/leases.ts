import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, DAY_MS, dayOf } from '../../base/clock.ts'
import { CommandFault, EXIT, type Fault } from '../../base/failure.ts'
import type { Change, StoreWriter } from '../../base/store-writer.ts'
import { daysOf } from '../period.ts'
import * as refusals from '../refusals.ts'
import { REPEAT_MS } from '../repeats.ts'
import type { Claim, LeaseFolder } from './lease-folder.ts'
import { ADD_USAGE, type Ledger } from './ledger.ts'
import { CONFIRM_PAID } from './paid-questions.ts'
import type { Tab } from './purse.ts'
import { type Settled, settledIn } from './settled-log.ts'
import type { Shortage } from './till.ts'

/** Credits of a key's first lease at most: so many of its calls go on when the key file cannot be written. */
const LEASE_CREDITS = 512

/** After a lease, a key that is back for more so soon gets up to twice as many, so that it does not wait for the disk. */
const SOON_MS = 1000
const LEASE_CREDITS_MAX = 4096

/** How long to wait for the file's lock, and for credits that another process has to give back. */
const LOCK_MS_MAX = 2000
const TURN_MS = 50
const TURNS = 20

export interface LeasesParts {
  /** Read only: what is written goes through `writer`. */
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write'>
  /** Names this process among all that lease from the file. */
  readonly writerId: string
  readonly folder: Pick<LeaseFolder, 'path' | 'make' | 'claim' | 'lanesOf' | 'readLog' | 'remove' | 'clean'>
  readonly lanes: number
  readonly clock: Clock
  readonly ledger: Ledger
  /** Waits until others may have given something back. */
  readonly pause?: (timeMs: number) => Promise<unknown>
}

/**
 * Credits go from the key file to processes in leases, each in one transaction, so that several processes on one
 * folder never spend a credit twice. A lease is at most a quarter of what is left, down to a single credit; what a
 * process has not in use it gives back as soon as another wants it. Of a process that has died, the next one to notice
 * books what its logs say was settled, and frees the rest.
 */
export class Leases {
  readonly #parts: LeasesParts
  readonly #granted: StatementSync
  readonly #wanted: StatementSync
  readonly #others: StatementSync
  readonly #shared: StatementSync
  readonly #taken: StatementSync
  readonly #leasing = new Map<Tab, Promise<void>>()
  /** Under which other processes had leases at the last look. */
  #sharedTabs: ReadonlySet<Tab> = new Set()
  #claim: Claim | undefined
  /** Looks for processes that have died: the one under way or done last, and the one that comes after it. */
  #look: Promise<boolean> | undefined
  #nextLook: Promise<boolean> | undefined
  #isClosed = false

  constructor(parts: LeasesParts) {
    this.#parts = parts
    const { store } = parts
    this.#granted = store.prepare('SELECT granted FROM lease WHERE key_id = ? AND plan_number = ? AND owner = ?')
    this.#wanted = store.prepare(
      'SELECT key_id AS keyId, plan_number AS planNumber FROM lease WHERE owner = ? AND wanted = 1',
    )
    this.#others = store.prepare('SELECT DISTINCT owner FROM lease WHERE owner <> ?')
    this.#shared = store.prepare('SELECT key_id AS keyId, plan_number AS planNumber FROM lease WHERE owner = ?')
    this.#taken = store.prepare('SELECT number FROM taken WHERE owner = ? AND lane = ?')
  }

  /** Resolves once the credits can be held, or never will be; a Fault says why that cannot be told now. */
  async cover({ tab: number, purse, credits, limit }: Shortage): Promise<Fault | undefined> {
    const tab = this.#parts.ledger.tab(number)
    const lacks = () => tab.memory.lacks(purse, credits, limit)
    const isAhead = credits === 0
    try {
      for (let turn = 0; turn < TURNS; turn++) {
        await this.#leaseInTurn(tab, purse, limit, isAhead ? () => 1 : lacks)
        if (isAhead || lacks() === 0) return undefined
        this.#parts.ledger.rebase(tab)
        if (lacks() === 0) return undefined // for nothing is left
        if (await this.recover()) continue
        await this.#ask(tab)
        await (this.#parts.pause ?? sleep)(TURN_MS)
      }
    } catch (error) {
      if (error instanceof CommandFault) return isAhead ? undefined : refusals.creditsUnwritable()
      throw error
    }
    return refusals.creditsElsewhere()
  }

  /** Gives back what other processes want and nobody here has in use, and what belongs to periods that are over. */
  async giveBack(): Promise<void> {
    const { ledger, writerId, writer } = this.#parts
    if (this.#claim === undefined) return
    const wanted = this.#wanted.all(writerId) as unknown as readonly Pick<Tab, 'keyId' | 'planNumber'>[] // as it selects
    const idle = ledger.idle()
    const rows = wanted.flatMap(({ keyId, planNumber }) => {
      const tab = ledger.known(keyId, planNumber)
      if (tab !== undefined && this.#leasing.has(tab)) return []
      return tab === undefined ? [] : [[tab.memory.endLease(), writerId, keyId, planNumber]]
    })
    if (rows.length === 0 && idle.length === 0) return
    for (const tab of idle) tab.hasLease = false
    await writer.write(
      [
        { sql: GIVE_BACK, rows },
        { sql: END_LEASE, rows: idle.map(({ keyId, planNumber }) => [writerId, keyId, planNumber]) },
      ],
      LOCK_MS_MAX,
    )
  }

  /** Counts what other processes have written down. */
  followOthers(): void {
    const { ledger, writerId } = this.#parts
    const now = new Set<Tab>()
    for (const { owner } of this.#others.all(writerId)) {
      for (const row of this.#shared.all(String(owner))) {
        const tab = ledger.known(String(row.keyId), Number(row.planNumber))
        if (tab !== undefined) now.add(tab)
      }
    }
    for (const tab of new Set([...this.#sharedTabs, ...now])) ledger.rebase(tab)
    this.#sharedTabs = now
  }

  /** Removes the files of processes that are gone, and books what they had settled. */
  async begin(): Promise<void> {
    const { folder, clock } = this.#parts
    await this.recover()
    folder.clean(clock.now(), (owner) => this.#shared.all(owner).length > 0)
  }

  /**
   * Books what processes that have died had settled, and frees what they had leased; true where there was one. Whoever
   * asks during a look waits for the next one: the first may have passed what the caller wants to know.
   */
  recover(): Promise<boolean> {
    this.#nextLook ??= this.#lookAfter(this.#look)
    return this.#nextLook
  }

  async #lookAfter(look: Promise<boolean> | undefined): Promise<boolean> {
    await look?.catch(() => {}) // whoever asked for it is told
    this.#look = this.#nextLook
    this.#nextLook = undefined
    return this.#inheritFromDead()
  }

  async #inheritFromDead(): Promise<boolean> {
    const { folder, writerId } = this.#parts
    let found = false
    for (const { owner } of this.#others.all(writerId)) {
      const claim = folder.claim(String(owner))
      if (claim === undefined) continue
      try {
        await this.#inherit(String(owner))
        found = true
      } finally {
        claim.end()
      }
    }
    if (found) this.followOthers()
    return found
  }

  /** Gives everything back; to be called once all that was settled is on file. */
  async close(): Promise<void> {
    this.#isClosed = true
    const { folder, writerId, writer } = this.#parts
    const claim = this.#claim
    if (claim === undefined) return
    this.#claim = undefined
    try {
      await Promise.allSettled(this.#leasing.values())
      await writer.write(endOf(writerId), LOCK_MS_MAX)
      folder.remove(writerId)
    } finally {
      claim.end()
    }
  }

  /** Leaves everything as a process does that is killed: the next one finds it. */
  abandon(): void {
    this.#isClosed = true
    this.#claim?.end()
    this.#claim = undefined
  }

  async #leaseInTurn(tab: Tab, purse: number, limit: number, needs: () => number): Promise<void> {
    for (let other = this.#leasing.get(tab); other !== undefined; other = this.#leasing.get(tab)) {
      await other.catch(() => {}) // whoever asked for it is told
    }
    const need = needs()
    if (need === 0) return
    const leasing = this.#lease(tab, purse, limit, need).finally(() => this.#leasing.delete(tab))
    this.#leasing.set(tab, leasing)
    await leasing
  }

  async #lease(tab: Tab, purse: number, limit: number, need: number): Promise<void> {
    const { writer, writerId, ledger } = this.#parts
    this.#makeRoom()
    const { keyId, planNumber, memory } = tab
    const named = [writerId, keyId, planNumber] as const
    const { period } = ledger.purseOf({ tab: tab.number, purse })
    const isFresh = !tab.hasLease
    const changes: Change[] = isFresh ? [{ sql: OPEN_LEASE, rows: [named] }] : []
    let grantedBefore = isFresh ? 0 : this.#grantedTo(tab)
    if (!memory.isLeasedFor(purse, limit)) {
      grantedBefore = memory.endLease() // given for another period or limit: only what is in use stays
      changes.push({ sql: SET_GRANTED, rows: [[grantedBefore, ...named]] })
    }
    const nowMs = this.#parts.clock.now()
    const sizeMax = sizeAt(tab, nowMs)
    const sums = [limit, keyId, planNumber, ...daysOf(period), keyId, planNumber] as const
    changes.push({ sql: GRANT, rows: [[need, need, sizeMax, ...sums, ...named]] })
    await writer.write(changes, LOCK_MS_MAX)
    tab.hasLease = true
    const granted = this.#grantedTo(tab)
    memory.lease(purse, limit, granted)
    if (granted <= grantedBefore) return
    tab.leasedMs = nowMs
    tab.leaseCredits = sizeMax
  }

  #grantedTo({ keyId, planNumber }: Tab): number {
    return Number(this.#granted.get(keyId, planNumber, this.#parts.writerId)?.granted ?? 0)
  }

  /** Before the first lease. Throws a CommandFault while there is no room for what is settled. */
  #makeRoom(): void {
    const { folder, writerId, lanes } = this.#parts
    if (this.#claim !== undefined) return
    if (this.#isClosed) throw new Error('credits were to be leased by an access that is closed')
    try {
      this.#claim = folder.make(writerId, lanes)
    } catch (cause) {
      throw new CommandFault(`Cannot write in ${folder.path}: ${String(cause)}.`, EXIT.cannotWrite, { cause })
    }
  }

  /** Asks the other processes for what they have not in use. */
  async #ask({ keyId, planNumber }: Tab): Promise<void> {
    const { writer, writerId } = this.#parts
    await writer.write([{ sql: WANT, rows: [[keyId, planNumber, writerId]] }], LOCK_MS_MAX)
  }

  /** What a dead process had settled and not yet written down becomes usage, in the transaction that ends its leases. */
  async #inherit(owner: string): Promise<void> {
    const { folder, writer, clock } = this.#parts
    const rows = new Map<string, UsageRow>()
    const paid: string[] = []
    for (const lane of folder.lanesOf(owner)) {
      const after = Number(this.#taken.get(owner, lane)?.number ?? 0)
      for (const settled of settledIn(folder.readLog(owner, lane), after)) {
        addTo(rows, settled)
        if (settled.paid?.lasts) paid.push(settled.paid.name)
      }
    }
    const isThere = this.#shared.all(owner).length > 0 // whoever else looked for it may have been faster
    const untilMs = clock.now() + REPEAT_MS
    const booked = [
      { sql: ADD_USAGE, rows: [...rows.values()] },
      { sql: CONFIRM_PAID, rows: paid.map((name) => [name, untilMs]) },
    ]
    if (isThere) await writer.write([...booked, ...endOf(owner)], LOCK_MS_MAX)
    folder.remove(owner)
  }
}

/** Credits that a lease may come to now. */
function sizeAt({ leasedMs, leaseCredits }: Tab, nowMs: number): number {
  return nowMs - leasedMs < SOON_MS ? Math.min(leaseCredits * 2, LEASE_CREDITS_MAX) : LEASE_CREDITS
}

/** Starts from nothing, whatever is left of an earlier lease of this process whose calls are all on file. */
const OPEN_LEASE = 'INSERT OR REPLACE INTO lease (owner, key_id, plan_number, granted, spent) VALUES (?, ?, ?, 0, 0)'
const NAMED = 'owner = ? AND key_id = ? AND plan_number = ?'
const SET_GRANTED = `UPDATE lease SET granted = ? WHERE ${NAMED}`
const GIVE_BACK = `UPDATE lease SET granted = ?, wanted = 0 WHERE ${NAMED}`
const END_LEASE = `DELETE FROM lease WHERE ${NAMED}`
const WANT = 'UPDATE lease SET wanted = 1 WHERE key_id = ? AND plan_number = ? AND owner <> ? AND granted > spent'

/** What is neither spent nor leased of a limit, rounded up to leave something for others; nothing if it is too little. */
const GRANT = `
  UPDATE lease SET granted = granted + (
    SELECT CASE WHEN free < ? THEN 0 ELSE min(free, max(?, min(?, (free + 3) / 4))) END
    FROM (SELECT CAST(? AS INTEGER)
      - (SELECT coalesce(sum(credits), 0) FROM usage WHERE key_id = ? AND plan_number = ? AND day >= ? AND day < ?)
      - (SELECT coalesce(sum(granted - spent), 0) FROM lease WHERE key_id = ? AND plan_number = ?) AS free))
  WHERE ${NAMED}`

/** Its claims to questions too: what it has charged for is confirmed. */
function endOf(owner: string): readonly Change[] {
  return ['lease', 'taken', 'paid'].map((table) => ({ sql: `DELETE FROM ${table} WHERE owner = ?`, rows: [[owner]] }))
}

type UsageRow = [keyId: string, planNumber: number, day: string, operation: string, calls: number, credits: number]

function addTo(rows: Map<string, UsageRow>, { keyId, planNumber, dayNumber, operation, credits }: Settled): void {
  const name = `${keyId} ${planNumber} ${dayNumber} ${operation}`
  const row = rows.get(name) ?? [keyId, planNumber, dayOf(dayNumber * DAY_MS), operation, 0, 0]
  row[4] += 1
  row[5] += credits
  rows.set(name, row)
}
