import { CommandFault, EXIT } from '../base/failure.ts'
import { moduleFile } from '../base/program.ts'
import { Thread } from '../threads/thread.ts'
import type { StoreNames } from './store-fault.ts'
import { type Change, LOCK_WAIT_MS, type WriterStart } from './store-orders.ts'

interface WriterParts {
  readonly path: string
  readonly names: StoreNames
  /**
   * Whether a change is on the disk when its promise resolves. If not, the change survives the end of the process, but
   * maybe not a power failure.
   */
  readonly durable: boolean
}

interface Order {
  readonly changes: readonly Change[]
  triesLeft: number
  /** Set if another program held the lock during a try. */
  busy?: CommandFault
  resolve(waitedFor: CommandFault | undefined): void
  reject(error: unknown): void
}

/**
 * Writes to an existing store from a thread with its own connection. If another program has locked the store, only the
 * callers that requested a change wait. Changes that arrive while the thread is busy go into one transaction.
 */
export class StoreWriter {
  readonly #starting: WriterStart
  #waiting: Order[] = []
  #isWriting = false
  #thread: Thread<readonly Change[] | undefined> | undefined

  constructor({ path, names, durable }: WriterParts) {
    this.#starting = { path, names: { noun: names.noun, files: names.files }, durable }
  }

  /**
   * Resolves once all changes are in the file. If the write had to wait for another program's lock, resolves with the
   * fault about that lock. Rejects with a CommandFault of one sentence if the changes cannot be written, or if the lock
   * stayed taken for `waitMs`. Then no change is stored, except perhaps if the thread was ended.
   */
  write(changes: readonly Change[], waitMs: number): Promise<CommandFault | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes, triesLeft: Math.max(1, Math.round(waitMs / LOCK_WAIT_MS)), resolve, reject })
      void this.#writeAll()
    })
  }

  /** Ends the thread after all changes are written. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.ask(undefined).catch(() => {}) // a thread that has already ended has closed its file too
    await thread?.terminate()
  }

  /**
   * Writes all waiting changes. Changes that arrive while the thread is busy go next, all together. If the thread has
   * ended, starts a new thread.
   */
  async #writeAll(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const orders = this.#waiting
      this.#waiting = []
      if (this.#thread === undefined || this.#thread.hasEnded) this.#thread = this.#start()
      try {
        await this.#thread.ask(orders.flatMap(({ changes }) => changes))
        for (const order of orders) order.resolve(order.busy)
      } catch (error) {
        this.#refuse(orders, error)
      }
    }
    this.#isWriting = false
  }

  #refuse(orders: readonly Order[], error: unknown): void {
    const isBusy = error instanceof CommandFault && error.exitCode === EXIT.busy
    const again: Order[] = []
    for (const order of orders) {
      order.triesLeft -= 1
      if (isBusy && order.triesLeft > 0) {
        order.busy = error
        again.push(order)
      } else order.reject(error)
    }
    this.#waiting.unshift(...again)
  }

  #start(): Thread<readonly Change[] | undefined> {
    return new Thread(moduleFile('kit/store/store-writer-thread'), this.#starting)
  }
}
