import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { CommandFault } from '../../kit/base/failure.ts'
import type { SharedPart } from './loaded.ts'
import { STATE_TASKS, type StateAnswer, type StateSetting, type StateTask, type Tell } from './state-tasks.ts'
import type { StateQuestion, StateReply, StateThreadStart } from './state-thread.ts'

/** A smaller file is read within milliseconds on this thread: starting a worker would take longer. */
const HERE_BYTES_MAX = 4 * 1024 * 1024

/** Runs tasks on catalogue files in a worker, so that the thread that answers calls is never blocked by them. */
export class StateReader {
  readonly #setting: StateSetting
  readonly #tell: Tell
  #thread: StateThread | undefined

  constructor(setting: StateSetting, tell: Tell) {
    this.#setting = setting
    this.#tell = tell
  }

  /** One task at a time. Rejects with what the task throws, or when the reader is closed. */
  async ask<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    return bytesOf(path) <= HERE_BYTES_MAX ? this.askSync(task, path, loaded) : this.askThread(task, path, loaded)
  }

  /** The same for a task that may wait for others, in a worker however small the file is. */
  async askThread<T extends StateTask>(task: T, path: string, loaded?: SharedPart): Promise<StateAnswer<T>> {
    if (this.#thread === undefined || this.#thread.over) {
      this.#thread = new StateThread(this.#setting, this.#tell)
    }
    return (await this.#thread.ask({ task, path, loaded })) as StateAnswer<T> // the thread runs the same table of tasks
  }

  /** Runs the task on this thread: for a service that has no callers yet. */
  askSync<T extends StateTask>(task: T, path: string, loaded?: SharedPart): StateAnswer<T> {
    return STATE_TASKS[task](this.#setting, path, this.#tell, loaded) as StateAnswer<T> // the task's answer
  }

  /** Terminates the worker, if there is one, whatever it is doing; the next task starts another. */
  close(): void {
    this.#thread?.end()
    this.#thread = undefined
  }
}

/** Size of a catalogue file together with its write-ahead log. */
function bytesOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0), 0)
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Keeps the process alive only while a task is pending. */
class StateThread {
  readonly #worker: Worker
  readonly #tell: Tell
  #waiting: Waiting | undefined
  #broken = false

  constructor({ cards, ...setting }: StateSetting, tell: Tell) {
    this.#tell = tell
    const workerData: StateThreadStart = { ...setting, recipe: cards.recipe }
    this.#worker = new Worker(new URL('./state-thread.ts', import.meta.url), { workerData })
    this.#worker.on('message', (reply: StateReply) => this.#take(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('the thread that reads the catalogue has ended')))
    this.#worker.unref()
  }

  /** The worker has failed or ended, and answers nothing more. */
  get over(): boolean {
    return this.#broken
  }

  ask(question: StateQuestion): Promise<unknown> {
    this.#worker.ref()
    this.#worker.postMessage(question)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  end(): void {
    void this.#worker.terminate()
  }

  #take(reply: StateReply): void {
    if ('told' in reply) this.#tell(reply.told)
    else if ('answer' in reply) this.#settle((waiting) => waiting.resolve(reply.answer))
    else if ('fault' in reply) this.#refuse(new CommandFault(reply.fault.message, reply.fault.exitCode))
    else this.#refuse(reply.error)
  }

  #fail(error: unknown): void {
    this.#broken = true
    this.#refuse(error)
  }

  #refuse(error: unknown): void {
    this.#settle((waiting) => waiting.reject(error))
  }

  #settle(end: (waiting: Waiting) => void): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#worker.unref()
    if (waiting !== undefined) end(waiting)
  }
}
