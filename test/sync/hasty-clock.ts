import type { Wait } from '../../src/intake/sync/budget.ts'
import type { Clock } from '../../src/kit/base/clock.ts'

/** A clock that does not wait, but advances immediately. */
export class HastyClock implements Clock {
  #nowMs: number
  /** The milliseconds of each wait. */
  readonly waits: number[] = []

  constructor(nowMs = Date.UTC(2026, 0, 10)) {
    this.#nowMs = nowMs
  }

  now(): number {
    return this.#nowMs
  }

  pass(ms: number): void {
    this.#nowMs += ms
  }

  readonly wait: Wait = (ms, signal) => {
    signal.throwIfAborted()
    this.waits.push(ms)
    this.#nowMs += ms
    return Promise.resolve()
  }
}
