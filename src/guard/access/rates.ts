import type { Clock } from '../../kit/base/clock.ts'
import type { Fault } from '../../kit/base/failure.ts'
import type { Soon } from '../../kit/threads/remote.ts'
import type { Plan, RateState } from './access.ts'
import { Meter } from './meter.ts'
import { rateExceeded } from './refusals.ts'

/**
 * How fast keys call within this process: a meter for each key that calls. `sweep` drops those that have been idle long
 * enough to have everything back.
 */
export class Rates {
  readonly #clock: Clock
  readonly #lanes: number
  readonly #areLeased: boolean
  readonly #meters = new Map<string, Meter>()

  /** `lanes`: threads that use the meters, this one included. `areLeased`: see `Meter`. */
  constructor(clock: Clock, lanes = 1, areLeased = false) {
    this.#clock = clock
    this.#lanes = lanes
    this.#areLeased = areLeased
  }

  /** The meter of a key, which is made where there is none. */
  meter(keyId: string): Meter {
    const metered = this.#meters.get(keyId)
    if (metered) return metered
    const fresh = Meter.make(this.#lanes, this.#areLeased)
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

/** A call tries so often to get a lease: others may take what was given for it. */
const LEASE_TRIES = 3

/** Lets a call in that its meter told to get a lease first, or says why not. */
export async function enterOnceLeased(
  meter: Meter,
  plan: Plan,
  clock: Clock,
  lease: () => Soon<void> | undefined,
): Promise<RateState | Fault> {
  for (let tries = 0; tries < LEASE_TRIES; tries++) {
    await lease()
    const entered = meter.enter(plan, clock.now())
    if (entered !== undefined) return entered
  }
  return rateExceeded(plan, 1)
}
