import type { Log } from '../../kit/base/log.ts'
import { SEARCHED_NOUNS } from '../facts/searched.ts'
import { FOLD_POLICY, toFold } from './derive/fold-policy.ts'
import type { HandedState } from './followers.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'

/** Folds segments of the catalogue in a thread of its own, while it is served. */
export class Folding {
  readonly #setting: StateSetting
  readonly #log: Log
  readonly #thread: StateReader
  /** The last state that was looked at; its fold is not tried again. */
  #seen = ''
  #folding: Promise<void> | undefined
  #trouble = ''
  #closed = false

  constructor(setting: StateSetting, log: Log) {
    this.#setting = setting
    this.#log = log
    this.#thread = new StateReader(setting, () => {})
  }

  /**
   * Begins a fold where a state needs one; what it does is noticed as another state of the file. The first state is
   * cleared of what a fold left that was ended with its process.
   */
  see({ path, loaded: { stateVersion, listed, hasLeftovers, isToLearn } }: HandedState): void {
    if (this.#folding !== undefined || this.#seen === stateVersion) return
    const isCleared = this.#seen !== '' || !hasLeftovers
    this.#seen = stateVersion
    const { folding = FOLD_POLICY } = this.#setting
    const isFolded = SEARCHED_NOUNS.every((noun) => toFold(folding, listed[noun]).length === 0)
    if (isCleared && isFolded && !isToLearn) return
    this.#folding = this.#thread
      .askThread('fold', path)
      .then(() => {
        this.#trouble = ''
      })
      .catch((error: unknown) => this.#tell(error))
      .finally(() => {
        this.#folding = undefined
        this.#thread.close()
      })
  }

  /** Settles once no fold is under way. */
  async settled(): Promise<void> {
    await this.#folding
  }

  close(): void {
    this.#closed = true
    this.#thread.close()
  }

  #tell(error: unknown): void {
    const trouble = String(error)
    if (this.#closed || trouble === this.#trouble) return
    this.#trouble = trouble
    this.#log.warn({ cause: trouble }, 'Cannot fold the segments of searches: they are answered more slowly')
  }
}
