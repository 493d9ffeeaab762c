import { Worker } from 'node:worker_threads'
import { DAY_MS } from '../../kit/base/clock.ts'
import type { Log } from '../../kit/base/log.ts'
import type { ScrubReply, ScrubStart } from './scrub-thread.ts'

/** Share of the time spent reading: for a file never read through before, and for later rounds. */
const FIRST_SHARE = 0.5
const LATER_SHARE = 0.1

export interface ScrubParts {
  readonly log: Log
  /** Path of the current catalogue file. */
  readonly path: () => string
  /** The whole file was read and is intact. */
  readonly onSound: (path: string) => void
  readonly onDamage: (path: string, sentence: string) => void
}

/** Reads the whole catalogue file in a worker once a day, so that no damage goes unnoticed for longer. */
export class Scrub {
  readonly #parts: ScrubParts
  readonly #timer: NodeJS.Timeout
  #thread: Worker | undefined

  constructor(parts: ScrubParts) {
    this.#parts = parts
    this.#timer = setInterval(() => this.#read(LATER_SHARE), DAY_MS).unref()
  }

  /** Starts now: for a file that was too large to be read through when it was opened. */
  readNow(): void {
    this.#read(FIRST_SHARE)
  }

  close(): void {
    clearInterval(this.#timer)
    void this.#thread?.terminate()
  }

  #read(share: number): void {
    if (this.#thread !== undefined) return
    const path = this.#parts.path()
    const workerData: ScrubStart = { path, share }
    const thread = new Worker(new URL('./scrub-thread.ts', import.meta.url), { workerData })
    this.#thread = thread
    thread.unref()
    thread.on('message', (reply: ScrubReply) => this.#take(path, reply))
    thread.on('error', (error) => this.#take(path, { failed: String(error) }))
    thread.on('exit', () => {
      this.#thread = undefined
    })
  }

  #take(path: string, reply: ScrubReply): void {
    if ('failed' in reply)
      this.#parts.log.warn({ cause: reply.failed }, `Could not read ${path} through: the next attempt is tomorrow`)
    else if (reply.damage === undefined) this.#parts.onSound(path)
    else this.#parts.onDamage(path, reply.damage)
  }
}
