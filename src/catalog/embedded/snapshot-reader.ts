import { Fault } from '../../kit/base/failure.ts'
import { damageOf } from '../../kit/store/store-fault.ts'
import { type Steps, TooMuchWork, type Work } from '../engine/work.ts'
import { CATALOG_FORMAT } from './format.ts'
import type { Snapshot } from './reader.ts'
import { Turns } from './search/turns.ts'
import type { Soundness } from './soundness.ts'

/** Seconds after which clients may retry if the file is damaged. Restoring a backup takes at least this long. */
const DAMAGE_RETRY_S = 60

/** Refers to the newest snapshot, which changes when a commit is loaded. */
export interface CurrentState {
  readonly snapshot: Snapshot
  close(): void
}

/** Answers the calls of all ports from the newest snapshot. */
export class SnapshotReader {
  readonly #state: CurrentState
  readonly #soundness: Soundness
  readonly #turns: Turns

  /** @param maxSearchNs Maximum work of one search in nanoseconds; see `Turns` for the default. */
  constructor(state: CurrentState, soundness: Soundness, maxSearchNs?: number) {
    this.#state = state
    this.#soundness = soundness
    this.#turns = new Turns(maxSearchNs)
  }

  /** A sentence about what the operator must do if the current file is damaged; undefined if no damage is known. */
  get damage(): string | undefined {
    const { damaged } = this.#soundness
    return this.#state.snapshot.path === damaged?.path ? damaged.sentence : undefined
  }

  read<T>(query: (state: Snapshot) => T): T {
    const state = this.#state.snapshot
    try {
      return query(state)
    } catch (error) {
      throw this.#faultOf(error, state)
    }
  }

  /**
   * Runs a query that may take several turns of the event loop. It reads the same state from start to end, even if a
   * newer state is served before it ends.
   */
  async search<T>(query: (state: Snapshot, work: Work) => Steps<T>): Promise<T> {
    const state = this.#state.snapshot
    const release = state.hold()
    try {
      const answer = this.#turns.run((work) => query(state, work))
      return answer instanceof Promise ? await answer : answer
    } catch (error) {
      throw this.#faultOf(error, state)
    } finally {
      release()
    }
  }

  close(): void {
    this.#soundness.close()
  }

  /** Converts a known error to a fault for the caller. Returns other errors unchanged. */
  #faultOf(error: unknown, { path }: Snapshot): unknown {
    if (error instanceof TooMuchWork) return new Fault('search.too_costly')
    const damage = damageOf(error, path, CATALOG_FORMAT)
    if (damage === undefined) return error
    this.#soundness.report(path, damage)
    return new Fault('catalogue.damaged', undefined, { retryAfterS: DAMAGE_RETRY_S })
  }
}
