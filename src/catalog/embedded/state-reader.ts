import { statSync } from 'node:fs'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateAnswer, type StateSetting, type StateTask } from './state-tasks.ts'
import type { StateRequest, StateThreadStart } from './state-thread.ts'

/** Files up to this size are read on the calling thread. That takes milliseconds, less than starting a worker. */
const HERE_BYTES_MAX = 4 * 1024 * 1024

/** Runs tasks on catalog files in a worker, so that they never block the thread that answers calls. */
export class StateReader {
  readonly #setting: StateSetting
  #thread: Thread<StateRequest> | undefined

  constructor(setting: StateSetting) {
    this.#setting = setting
  }

  /** Runs a task. Only one task runs at a time. Rejects with the task's error, or if the reader is closed. */
  async ask<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    return bytesOf(path) <= HERE_BYTES_MAX ? this.askSync(task, path, loaded) : this.askThread(task, path, loaded)
  }

  /** Runs a task in a worker even if the file is small, because the task may wait for other processes. */
  async askThread<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    if (this.#thread === undefined || this.#thread.hasEnded) this.#thread = this.#start()
    return (await this.#thread.ask({ task, path, loaded })) as StateAnswer<T> // the worker runs the same tasks
  }

  /** Runs the task on the calling thread, for a service that does not answer calls yet. */
  askSync<T extends StateTask>(task: T, path: string, loaded?: SharedPart): StateAnswer<T> {
    return STATE_TASKS[task](this.#setting, path, loaded) as StateAnswer<T> // the type of the task's answer
  }

  /** Ends the worker, if there is one, even in the middle of a task. The next task starts a new worker. */
  close(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  #start(): Thread<StateRequest> {
    const { cards, ...setting } = this.#setting
    const start: StateThreadStart = { ...setting, recipe: cards.recipe }
    return new Thread(moduleFile('catalog/embedded/state-thread'), start)
  }
}

/** Size of a catalog file, including its write-ahead log. */
function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0)
}
