import type { Log } from '../../kit/base/log.ts'
import type { HandedState } from './followers.ts'
import { StateReader } from './state-reader.ts'
import type { StateSetting } from './state-tasks.ts'

/** Trains estimators in a separate thread while the catalog is being served, if training is due. */
export class Learner {
  readonly #log: Log
  readonly #thread: StateReader
  /** Version of the last checked state. Training is tried only once per state. */
  #seen = ''
  #learning: Promise<void> | undefined
  #trouble = ''
  #closed = false

  constructor(setting: StateSetting, log: Log) {
    this.#log = log
    this.#thread = new StateReader(setting)
  }

  /** Starts training if the state needs it. Training makes a new commit, to which the service then switches. */
  see({ path, loaded: { stateVersion, isTrainingDue: isToLearn } }: HandedState): void {
    if (this.#learning !== undefined || this.#seen === stateVersion) return
    this.#seen = stateVersion
    if (!isToLearn) return
    this.#learning = this.#thread
      .askThread('learn', path)
      .then(() => {
        this.#trouble = ''
      })
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#learning = undefined
        this.#thread.close()
      })
  }

  /** Resolves when no training is running. */
  async settled(): Promise<void> {
    await this.#learning
  }

  close(): void {
    this.#closed = true
    this.#thread.close()
  }

  #report(error: unknown): void {
    const trouble = String(error)
    if (this.#closed || trouble === this.#trouble) return
    this.#trouble = trouble
    this.#log.warn({ cause: trouble }, 'Cannot train estimators: estimates are based on older sales')
  }
}
