import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { CommandFault } from '../../base/failure.ts'
import type { StoreWriter } from '../../base/store-writer.ts'
import type { Question } from '../access.ts'
import { keysUnreadable } from '../refusals.ts'
import { REPEAT_MS, Repeats } from '../repeats.ts'
import { guardedStore } from './store.ts'

/** A question as it is remembered, see `nameOf`. */
export interface NamedQuestion extends Pick<Question, 'lasts'> {
  readonly name: string
}

export interface PaidQuestionsParts {
  /** Read only: what is written goes through `writer`. */
  readonly store: DatabaseSync
  readonly writer: Pick<StoreWriter, 'write'>
  /** Names this process among all that write to the file. */
  readonly writerId: string
  readonly path: string
  readonly clock: Clock
  /** Books what processes that have died had settled. */
  readonly recover: () => Promise<unknown>
  /** Waits while another process may be doing the same. */
  readonly pause?: (timeMs: number) => Promise<unknown>
}

/** Of a call that is not known to be charged yet. */
interface OpenClaim {
  /** Of the thread that answers it. */
  readonly lane: number
  readonly lasts: boolean
}

/** How long a claim tries to get the file's lock. */
const LOCK_MS_MAX = 2000

/** How often a claim of another process is looked at before it counts: one that has died is inherited from in between. */
const LOOKS = 3
const LOOK_MS = 50

/**
 * The questions that were paid for within the last ten minutes: in memory, and those that last in the key file too.
 * There a process claims a question before it charges for it. The claim is confirmed with the entry of the call in the
 * log of settled calls, and goes with a thread or process that dies before it has charged: then the next call pays.
 */
export class PaidQuestions {
  readonly #parts: PaidQuestionsParts
  readonly #ofThisProcess: Repeats
  readonly #open = new Map<string, OpenClaim>()
  /** Claims that came to nothing, and may still be in the file. */
  readonly #unpaid = new Set<string>()
  readonly #find: StatementSync

  constructor(parts: PaidQuestionsParts) {
    this.#parts = parts
    this.#ofThisProcess = new Repeats(parts.clock)
    this.#find = parts.store.prepare('SELECT owner FROM paid WHERE name = ? AND until_ms > ?')
  }

  /** Whether it is paid for, or is being charged. Rejects with a Fault of status 503 when that cannot be told now. */
  async has({ name, lasts }: NamedQuestion): Promise<boolean> {
    if (this.#ofThisProcess.has(name)) return true
    return lasts && (await this.#isInFile(name).catch(unlessReadable))
  }

  /**
   * To be asked before it is charged: false when another call has paid for it, or is about to. Where it rejects, nothing
   * is claimed. `lane`: of the thread that answers the call.
   */
  async claim({ name, lasts }: NamedQuestion, lane = 0): Promise<boolean> {
    if (this.#ofThisProcess.has(name)) return false
    const claim = { lane, lasts }
    this.#ofThisProcess.add(name)
    this.#unpaid.delete(name)
    this.#open.set(name, claim)
    if (!lasts) return true
    try {
      const isOurs = await this.#claimInFile(name)
      if (!isOurs) this.#forget(name, claim) // whoever has it may yet give it back
      return isOurs
    } catch (error) {
      this.#takeBack(name, claim)
      throw error
    }
  }

  /** The call that claimed it is charged. */
  confirm(name: string): void {
    this.#open.delete(name)
  }

  /** A thread has died, and all that it charged for is confirmed: whatever else it claimed, the next call pays for. */
  bury(lane: number): void {
    for (const [name, claim] of this.#open) if (claim.lane === lane) this.#takeBack(name, claim)
    this.giveBack().catch(() => {}) // the next turn of the timer tells of it
  }

  /** Takes claims that came to nothing out of the file. */
  async giveBack(): Promise<void> {
    const names = [...this.#unpaid]
    if (names.length === 0) return
    this.#unpaid.clear()
    const { writer, writerId } = this.#parts
    try {
      await writer.write([{ sql: GIVE_BACK, rows: names.map((name) => [name, writerId]) }], LOCK_MS_MAX)
    } catch (error) {
      for (const name of names) if (!this.#ofThisProcess.has(name)) this.#unpaid.add(name)
      throw error
    }
  }

  sweep(): void {
    this.#ofThisProcess.sweep()
  }

  async #isInFile(name: string): Promise<boolean> {
    const { writerId, recover, pause = sleep } = this.#parts
    for (let look = 0; ; look++) {
      const owner = this.#ownerOf(name)
      if (owner === undefined) return false
      if (owner === writerId) return this.#ofThisProcess.has(name) // unless it came to nothing
      if (owner === CONFIRMED || look === LOOKS) return true
      if (look > 0) await pause(LOOK_MS)
      await recover() // it may be the claim of a process that has died
    }
  }

  #takeBack(name: string, claim: OpenClaim): void {
    if (this.#forget(name, claim) && claim.lasts) this.#unpaid.add(name)
  }

  /** False where it is no longer claimed, or was claimed anew. */
  #forget(name: string, claim: OpenClaim): boolean {
    if (this.#open.get(name) !== claim) return false
    this.#open.delete(name)
    this.#ofThisProcess.delete(name)
    return true
  }

  /** While the file cannot be written, this process alone remembers; the file learns of it with the settled call. */
  async #claimInFile(name: string): Promise<boolean> {
    const { writer, writerId, clock } = this.#parts
    const nowMs = clock.now()
    try {
      const claim = { sql: CLAIM, rows: [[name, nowMs + REPEAT_MS, writerId]] }
      await writer.write([{ sql: FORGET, rows: [[nowMs]] }, claim], LOCK_MS_MAX)
      return this.#ownerOf(name) === writerId
    } catch (error) {
      if (error instanceof CommandFault) return true
      throw error
    }
  }

  #ownerOf(name: string): string | undefined {
    const { path, clock } = this.#parts
    const row = guardedStore(path, () => this.#find.get(name, clock.now()))
    return row?.owner as string | undefined // TEXT, of a STRICT table
  }
}

function unlessReadable(error: unknown): never {
  throw error instanceof CommandFault ? keysUnreadable() : error
}

/** Of a question whose call is in `usage`. */
const CONFIRMED = ''

const FORGET = 'DELETE FROM paid WHERE until_ms <= ?'
const CLAIM = 'INSERT OR IGNORE INTO paid (name, until_ms, owner) VALUES (?, ?, ?)'
const GIVE_BACK = 'DELETE FROM paid WHERE name = ? AND owner = ?'

/** With a name and the moment until which it counts: goes with the transaction that books the call. */
export const CONFIRM_PAID = `
  INSERT INTO paid (name, until_ms, owner) VALUES (?, ?, '${CONFIRMED}') ON CONFLICT DO UPDATE SET owner = '${CONFIRMED}'`
