import type { DatabaseSync, StatementSync } from 'node:sqlite'
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
}

/** How long a claim tries to get the file's lock. */
const LOCK_MS_MAX = 2000

/**
 * The questions that were paid for within the last ten minutes: in memory, and those that last in the key file too.
 * There a process claims a question before it charges for it. The claim is confirmed with the entry of the call in the
 * log of settled calls, and goes with a process that dies before it has charged: then the next call pays.
 */
export class PaidQuestions {
  readonly #parts: PaidQuestionsParts
  readonly #ofThisProcess: Repeats
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

  /** To be asked before it is charged: false when another call has paid for it, or is about to. */
  async claim({ name, lasts }: NamedQuestion): Promise<boolean> {
    if (this.#ofThisProcess.has(name)) return false
    this.#ofThisProcess.add(name)
    return lasts ? await this.#claimInFile(name) : true
  }

  sweep(): void {
    this.#ofThisProcess.sweep()
  }

  async #isInFile(name: string): Promise<boolean> {
    const owner = this.#ownerOf(name)
    if (owner === undefined || owner === CONFIRMED || owner === this.#parts.writerId) return owner !== undefined
    await this.#parts.recover() // it may be the claim of a process that has died
    return this.#ownerOf(name) !== undefined
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

/** With a name and the moment until which it counts: goes with the transaction that books the call. */
export const CONFIRM_PAID = `
  INSERT INTO paid (name, until_ms, owner) VALUES (?, ?, '${CONFIRMED}') ON CONFLICT DO UPDATE SET owner = '${CONFIRMED}'`
