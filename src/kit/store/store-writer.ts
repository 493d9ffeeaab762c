import { Worker } from 'node:worker_threads'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { StoreNames } from './store-fault.ts'
import { type Change, LOCK_WAIT_MS, type WriteReply, type WriterStart } from './store-orders.ts'

export type { Change } from './store-orders.ts'

export interface WriterParts {
  readonly path: string
  readonly names: StoreNames
  /** Whether a change is on the disk when its promise resolves, or only safe from the end of the process. */
  readonly durable: boolean
}

interface Order {
  readonly changes: readonly Change[]
  triesLeft: number
  resolve(): void
  reject(error: unknown): void
}

/**
 * Writes to a store that exists, from a thread with a connection of its own. When another program holds the store's
 * lock, only callers who asked for a change wait. Changes that arrive while the thread is busy go into one transaction.
 */
export class StoreWriter {
  readonly #start: WriterStart
  #waiting: Order[] = []
  #sent: Order[] = []
  #worker: Worker | undefined

  constructor({ path, names, durable }: WriterParts) {
    this.#start = { path, names: { noun: names.noun, files: names.files }, durable }
  }

  /**
   * Resolves once all the changes are on file. Rejects with a CommandFault of one sentence when they cannot be written,
   * or the lock could not be had within `waitMs`. None of them is stored then, unless the thread itself was ended.
   */
  write(changes: readonly Change[], waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, triesLeft: Math.max(1, Math.round(waitMs / LOCK_WAIT_MS)), resolve, reject })
      this.#send()
    })
  }

  /** Ends the thread after its last order. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    const ended = new Promise((resolve) => worker.once('exit', resolve))
    worker.ref()
    worker.postMessage(undefined)
    await ended
  }

  #send(): void {
    if (this.#sent.length > 0 || this.#waiting.length === 0) return
    this.#worker ??= this.#begin()
    this.#sent = this.#waiting
    this.#waiting = []
    this.#worker.ref()
    this.#worker.postMessage(this.#sent.flatMap(({ changes }) => changes))
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./store-writer-thread.ts', import.meta.url), { workerData: this.#start })
    worker.on('message', (reply: WriteReply) => this.#take(reply))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error(`the thread that writes ${this.#start.path} has ended`)))
    return worker
  }

  #take(reply: WriteReply): void {
    const sent = this.#sent
    this.#sent = []
    this.#worker?.unref()
    if (reply === undefined) for (const order of sent) order.resolve()
    else this.#refuse(sent, reply)
    this.#send()
  }

  #refuse(orders: readonly Order[], { message, exitCode }: NonNullable<WriteReply>): void {
    const fault = exitCode === undefined ? new Error(message) : new CommandFault(message, exitCode)
    const again: Order[] = []
    for (const order of orders) {
      order.triesLeft -= 1
      if (exitCode === EXIT.busy && order.triesLeft > 0) again.push(order)
      else order.reject(fault)
    }
    this.#waiting.unshift(...again)
  }

  /** Orders that were not sent yet go to the next thread. */
  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const sent = this.#sent
    this.#sent = []
    for (const order of sent) order.reject(error)
    this.#send()
  }
}
