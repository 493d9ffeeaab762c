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

/** Seconds: nobody puts a copy back sooner. */
const DAMAGE_RETRY_S = 60

/** A catalogue of a million homes is read through within a minute or two. */
const READING_RETRY_S = 10
const STILL_READING =
  'Nothing like it was found yet, but the server is still reading its catalogue through after its start; `Retry-After` says when to ask again.'

export interface QuestionSetting {
  readonly log: Log
  /** For tests; see `READ_THROUGH_MAX_BYTES`. */
  readonly readThroughMaxBytes?: number
  /** What one search may cost, where not the usual; see `Turns`. */
  readonly mostSearchNs?: number
}

/**
 * Puts every question of every port to the newest snapshot, so that a file that cannot be read is told of once, however
 * many calls meet it.
 */
export class Questions {
  readonly #state: NewestState
  readonly #log: Log
  readonly #turns: Turns
  readonly #scrub: Scrub
  /** The file that is too large to have been read through, until it is. */
  #unread: string | undefined
  /** The file that turned out to be damaged: only another one is sound again. */
  #damaged: { readonly path: string; readonly sentence: string } | undefined

  constructor(
    state: NewestState,
    { log, readThroughMaxBytes = READ_THROUGH_MAX_BYTES, mostSearchNs }: QuestionSetting,
  ) {
    this.#state = state
    this.#log = log
    this.#turns = new Turns(mostSearchNs)
    this.#scrub = new Scrub({
      log,
      path: () => this.#state.snapshot.path,
      onSound: (read) => {
        if (this.#unread === read) this.#unread = undefined
      },
      onDamage: (read, sentence) => this.#tell(read, { message: sentence }),
    })
    const { path } = state.snapshot
    if (statSync(path).size <= readThroughMaxBytes) return
    this.#unread = path
    this.#scrub.readNow()
  }

  /** What the operator has to do about the file in force; undefined while nothing is known to be wrong. */
  get damage(): string | undefined {
    return this.#state.snapshot.path === this.#damaged?.path ? this.#damaged.sentence : undefined
  }

  ask<T>(question: (state: Snapshot) => T): T {
    const state = this.#state.snapshot
    try {
      return question(state)
    } catch (error) {
      throw this.#meant(error, state)
    }
  }

  /**
   * Likewise for what a call names and the file may not have. A row is checked when it is found; that there is none is
   * sure only in a file that was read through, and in no damaged one.
   */
  find<T extends object | undefined>(question: (state: Snapshot) => T): T {
    const found = this.ask(question)
    if (found !== undefined && !(Array.isArray(found) && found.length === 0)) return found
    const { path } = this.#state.snapshot
    if (path === this.#damaged?.path) throw new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
    if (path === this.#unread) throw new Fault('server.busy', STILL_READING, { retryAfterS: READING_RETRY_S })
    return found
  }

  /**
   * A question that may take several turns of the event loop: one state answers it, whatever follows that state
   * meanwhile.
   */
  async search<T>(question: (state: Snapshot, work: Work) => Steps<T>): Promise<T> {
    const state = this.#state.snapshot
    const letGo = state.hold()
    try {
      const found = this.#turns.run((work) => question(state, work))
      return found instanceof Promise ? await found : found
    } catch (error) {
      throw this.#meant(error, state)
    } finally {
      letGo()
    }
  }

  close(): void {
    this.#scrub.close()
  }

  /** What a caller is told of an error, as far as that is known. */
  #meant(error: unknown, { path }: Snapshot): unknown {
    if (error instanceof TooMuchWork) return new Fault('search.too_costly')
    const damage = damageOf(error, path, CATALOG_FORMAT)
    if (damage === undefined) return error
    this.#tell(path, damage)
    return new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
  }

  #tell(path: string, { message, cause }: Pick<CommandFault, 'message' | 'cause'>): void {
    if (this.#damaged?.path === path) return
    this.#damaged = { path, sentence: message }
    this.#log.error(cause === undefined ? {} : { cause: cause instanceof Error ? cause.message : cause }, message)
  }
}
