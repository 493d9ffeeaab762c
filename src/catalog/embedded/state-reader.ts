import { statSync } from 'node:fs'
import { moduleFile } from '../../kit/base/program.ts'
import { Thread } from '../../kit/threads/thread.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateAnswer, type StateSetting, type StateTask, type Tell } from './state-tasks.ts'
import type { StateQuestion, StateThreadStart } from './state-thread.ts'

/** A smaller file is read within milliseconds on this thread: starting a worker would take longer. */
const HERE_BYTES_MAX = 4 * 1024 * 1024

/** Runs tasks on catalog files in a worker, so that the thread that answers calls is never blocked by them. */
export class StateReader {
  readonly #setting: StateSetting
  readonly #tell: Tell
  #thread: Thread<StateQuestion> | undefined

  constructor(setting: StateSetting, tell: Tell) {
    this.#setting = setting
    this.#tell = tell
  }

  /** One task at a time. Rejects with what the task throws, or when the reader is closed. */
  async ask<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    return bytesOf(path) <= HERE_BYTES_MAX ? this.askSync(task, path, loaded) : this.askThread(task, path, loaded)
  }

  /** Does what `ask` does, in a worker however small the file is: for a task that may wait for others. */
  async askThread<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    if (this.#thread === undefined || this.#thread.hasEnded) this.#thread = this.#start()
    return (await this.#thread.ask({ task, path, loaded })) as StateAnswer<T> // the thread runs the same table of tasks
  }

  /** Runs the task on this thread: for a service that has no callers yet. */
  askSync<T extends StateTask>(task: T, path: string, loaded?: SharedPart): StateAnswer<T> {
    return STATE_TASKS[task](this.#setting, path, this.#tell, loaded) as StateAnswer<T> // the task's answer
  }

  /** Terminates the worker, if there is one, whatever it is doing; the next task starts another. */
  close(): void {
    void this.#thread?.terminate()
    this.#thread = undefined
  }

  #start(): Thread<StateQuestion> {
    const { cards, ...setting } = this.#setting
    const start: StateThreadStart = { ...setting, recipe: cards.recipe }
    return new Thread(moduleFile('catalog/embedded/state-thread'), start, { answer: this.#tell })
  }
}

/** Size of a catalog file together with its write-ahead log. */
function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0)
}
