import type { Clock } from '../../src/base/clock.ts'
import type { Wait } from '../../src/sync/budget.ts'

/** A clock on which waiting takes no time: it is later at once. */
export class HastyClock implements Clock {
  #nowMs: number
  /** How long each wait was. */
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
