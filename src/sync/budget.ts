import type { Clock } from '../base/clock.ts'
import type { Limits } from './config.ts'
import type { RequestLog } from './request-log.ts'

/** Resolves after a time, or rejects with the signal's reason. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const HOUR_MS = 3_600_000

interface Window {
  readonly requests: number
  readonly ms: number
  /** When each of the last requests was made, in a ring. */
  readonly madeMs: Float64Array
}

/** Lets requests through as fast as the server allows, and no faster. */
export class Budget {
  readonly #clock: Clock
  readonly #wait: Wait
  readonly #windows: readonly Window[]
  readonly #log: RequestLog | undefined
  /** Those before this program included. */
  #made = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY

  /** `clock`: one that is never set. `log`: what was made before, which counts too. */
  constructor({ perSecond, perHour, perDay }: Limits, clock: Clock, wait: Wait, log?: RequestLog) {
    this.#clock = clock
    this.#log = log
    this.#wait = wait
    const windows = [
      { requests: perSecond, ms: 1_000 },
      { requests: perHour, ms: HOUR_MS },
      ...(perDay === undefined ? [] : [{ requests: perDay, ms: 24 * HOUR_MS }]),
    ]
    this.#windows = windows.map((window) => {
      return { ...window, madeMs: new Float64Array(window.requests).fill(Number.NEGATIVE_INFINITY) }
    })
    const nowMs = clock.now()
    for (const ageMs of log?.ages ?? []) this.#count(nowMs - ageMs)
  }

  /** Requests made so far, also before this program. */
  get made(): number {
    return this.#made
  }

  /** No request is let through for so long. */
  pause(ms: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, this.#clock.now() + ms)
  }

  /** Resolves when the next request may be made, which it counts. */
  async take(signal: AbortSignal): Promise<void> {
    for (let left = this.leftMs; left > 0; left = this.leftMs) await this.#wait(left, signal)
    signal.throwIfAborted()
    this.#log?.add()
    this.#count(this.#clock.now())
  }

  #count(atMs: number): void {
    for (const { madeMs, requests } of this.#windows) madeMs[this.#made % requests] = atMs
    this.#made++
  }

  /**
   * How long the next request has to wait: until the one that stands in its place in the ring is a whole window old.
   */
  get leftMs(): number {
    const freeMs = this.#windows.map(({ madeMs, requests, ms }) => (madeMs[this.#made % requests] ?? 0) + ms)
    return Math.max(this.#notBeforeMs, ...freeMs) - this.#clock.now()
  }
}
