import type { Clock } from '../../kit/base/clock.ts'
import { Meter } from './meter.ts'

/**
 * How fast keys call within this process: a meter for each key that calls. `sweep` drops those that have been idle long
 * enough to have everything back.
 */
export class Rates {
  readonly #clock: Clock
  readonly #lanes: number
  readonly #meters = new Map<string, Meter>()

  /** `lanes`: threads that use the meters, this one included. */
  constructor(clock: Clock, lanes = 1) {
    this.#clock = clock
    this.#lanes = lanes
  }

  /** The meter of a key, which is made where there is none. */
  meter(keyId: string): Meter {
    const metered = this.#meters.get(keyId)
    if (metered) return metered
    const fresh = Meter.make(this.#lanes)
    this.#meters.set(keyId, fresh)
    return fresh
  }

  sweep(): void {
    const nowMs = this.#clock.now()
    for (const [keyId, meter] of this.#meters) if (meter.retire(nowMs)) this.#meters.delete(keyId)
  }

  /** Takes off what a thread that died had in flight. */
  bury(lane: number): void {
    for (const meter of this.#meters.values()) meter.bury(lane)
  }

  /** The keys that are metered now, each with its meter. */
  all(): Iterable<readonly [keyId: string, meter: Meter]> {
    return this.#meters
  }

  /** How many keys are metered now. */
  get size(): number {
    return this.#meters.size
  }
}
