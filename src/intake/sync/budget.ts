import type { Clock } from '../../kit/base/clock.ts'
import type { Limits } from './config.ts'
import type { RequestLog } from './request-log.ts'

/** Resolves after `ms`. Rejects with the signal's reason if the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Reports a long wait every minute, because a silent process looks stuck. */
export function tellingWait(wait: Wait, tell: (minutes: number, all: number) => void): Wait {
  return async (ms, signal) => {
    for (let waited = 0; waited < ms; waited += MINUTE_MS) {
      if (ms > MINUTE_MS) tell(waited / MINUTE_MS, Math.ceil(ms / MINUTE_MS))
      await wait(Math.min(MINUTE_MS, ms - waited), signal)
    }
  }
}

interface Window {
  readonly requests: number
  readonly ms: number
  /** The times of the last requests, in a ring buffer. */
  readonly madeMs: Float64Array
}

/** Delays requests so that they stay within the server's limits. */
export class Budget {
  readonly #clock: Clock
  readonly #wait: Wait
  readonly #windows: readonly Window[]
  readonly #log: RequestLog | undefined
  #made = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY

  /** `clock` must be monotonic. `log` has the requests of earlier processes, which also count. */
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

  /** Number of requests, including requests of earlier processes. */
  get made(): number {
    return this.#made
  }

  /** Blocks all requests for a time. */
  pause(ms: number): void {
    this.#notBeforeMs = Math.max(this.#notBeforeMs, this.#clock.now() + ms)
  }

  /** Waits until the next request is allowed, and counts it. */
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

  /** Time until the next request is allowed: when the oldest request in each ring buffer leaves its window. */
  get leftMs(): number {
    const freeMs = this.#windows.map(({ madeMs, requests, ms }) => (madeMs[this.#made % requests] ?? 0) + ms)
    return Math.max(this.#notBeforeMs, ...freeMs) - this.#clock.now()
  }
}
