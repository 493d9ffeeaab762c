import { statSync } from 'node:fs'
import { type CommandFault, Fault } from '../../base/failure.ts'
import type { Log } from '../../base/log.ts'
import { damageOf } from '../../base/store-fault.ts'
import { READ_THROUGH_MAX_BYTES } from '../../base/store-file.ts'
import { type Steps, TooMuchWork, type Work } from '../../engine/work.ts'
import { CATALOG_FORMAT } from './format.ts'
import type { NewestState } from './newest-state.ts'
import type { Snapshot } from './reader.ts'
import { Scrub } from './scrub.ts'
import { Turns } from './search/turns.ts'

/** Seconds: restoring a copy takes at least that long. */
const DAMAGE_RETRY_S = 60

/** Seconds: reading a catalogue of a million homes takes a minute or two. */
const READING_RETRY_S = 10
const STILL_CHECKING =
  'Nothing was found yet, but the server is still checking its catalogue after start-up; `Retry-After` says when to try again.'

export interface QuestionSetting {
  readonly log: Log
  /** For tests; see `READ_THROUGH_MAX_BYTES`. */
  readonly readThroughMaxBytes?: number
  /** What one search may cost, if not the default; see `Turns`. */
  readonly maxSearchNs?: number
}

/**
 * Answers the calls of all ports from the newest snapshot. A file that cannot be read is reported once, no matter how
 * many calls meet it.
 */
export class Questions {
  readonly #state: NewestState
  readonly #log: Log
  readonly #turns: Turns
  readonly #scrub: Scrub
  /** The file in use, if it was too large to check at start-up and its check has not finished. */
  #unread: string | undefined
  /** The file that turned out to be damaged; only a different file is considered sound again. */
  #damaged: { readonly path: string; readonly sentence: string } | undefined

  constructor(state: NewestState, { log, readThroughMaxBytes = READ_THROUGH_MAX_BYTES, maxSearchNs }: QuestionSetting) {
    this.#state = state
    this.#log = log
    this.#turns = new Turns(maxSearchNs)
    this.#scrub = new Scrub({
      log,
      path: () => this.#state.snapshot.path,
      onSound: (read) => {
        if (this.#unread === read) this.#unread = undefined
      },
      onDamage: (read, sentence) => this.#report(read, { message: sentence }),
    })
    const { path } = state.snapshot
    if (statSync(path).size <= readThroughMaxBytes) return
    this.#unread = path
    this.#scrub.readNow()
  }

  /** What the operator must do about the file in use; undefined if no damage is known. */
  get damage(): string | undefined {
    return this.#state.snapshot.path === this.#damaged?.path ? this.#damaged.sentence : undefined
  }

  ask<T>(question: (state: Snapshot) => T): T {
    const state = this.#state.snapshot
    try {
      return question(state)
    } catch (error) {
      throw this.#faultOf(error, state)
    }
  }

  /**
   * Like `ask`, for things that may not exist. A row is checked when it is found, but that a row is missing is certain
   * only in a file that was fully checked and is undamaged. `isWhole` says whether nothing is missing.
   */
  find<T extends object | undefined>(
    question: (state: Snapshot) => T,
    isWhole: (found: T) => boolean = (found) => found !== undefined && !(Array.isArray(found) && found.length === 0),
  ): T {
    const found = this.ask(question)
    if (isWhole(found)) return found
    const { path } = this.#state.snapshot
    if (path === this.#damaged?.path) throw new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
    if (path === this.#unread) throw new Fault('server.busy', STILL_CHECKING, { retryAfterS: READING_RETRY_S })
    return found
  }

  /**
   * Like `ask`, for work that may take several turns of the event loop. All of it reads one state, even if a newer one
   * is taken up meanwhile.
   */
  async search<T>(question: (state: Snapshot, work: Work) => Steps<T>): Promise<T> {
    const state = this.#state.snapshot
    const release = state.hold()
    try {
      const found = this.#turns.run((work) => question(state, work))
      return found instanceof Promise ? await found : found
    } catch (error) {
      throw this.#faultOf(error, state)
    } finally {
      release()
    }
  }

  close(): void {
    this.#scrub.close()
  }

  /** The fault that an error stands for; any other error is returned as it is. */
  #faultOf(error: unknown, { path }: Snapshot): unknown {
    if (error instanceof TooMuchWork) return new Fault('search.too_costly')
    const damage = damageOf(error, path, CATALOG_FORMAT)
    if (damage === undefined) return error
    this.#report(path, damage)
    return new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
  }

  #report(path: string, { message, cause }: Pick<CommandFault, 'message' | 'cause'>): void {
    if (this.#damaged?.path === path) return
    this.#damaged = { path, sentence: message }
    this.#log.error(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }, message)
  }
}
