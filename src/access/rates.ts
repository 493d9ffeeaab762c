import type { Clock } from '../base/clock.ts'
import type { Fault } from '../base/failure.ts'
import type { Account, RateState } from './access.ts'
import { Meter } from './meter.ts'

/**
 * Requests and misses per second and calls in flight, per key and within this process. Kept only for keys that call:
 * `sweep` drops those that have been idle long enough to have everything back.
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

  /** Takes one request and one place in flight, or says why not: then nothing is taken. */
  enter({ keyId, plan }: Account): RateState | Fault {
    return this.meter(keyId).enter(plan, this.#clock.now())
  }

  /** Why a key may not call before its misses have been fewer for a while; takes nothing. */
  missesTooMany({ keyId, plan }: Account): Fault | undefined {
    return this.#meters.get(keyId)?.missesTooMany(plan, this.#clock.now())
  }

  /** Counts a miss. Of calls that were let in at the same time, those above the limit count up to an empty bucket. */
  miss({ keyId, plan }: Account): void {
    this.meter(keyId).miss(plan, this.#clock.now())
  }

  leave({ keyId }: Account): void {
    if (!this.#meters.get(keyId)?.leave()) throw new Error(`leave without enter for key ${keyId}`)
  }

  /** The state of a key's rate; takes nothing. */
  state({ keyId, plan }: Account): RateState {
    return this.meter(keyId).state(plan, this.#clock.now())
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

  /** How many they are. */
  get size(): number {
    return this.#meters.size
  }

  /** Of a key, whose meter is made where there is none. */
  meter(keyId: string): Meter {
    const known = this.#meters.get(keyId)
    if (known) return known
    const fresh = Meter.make(this.#lanes)
    this.#meters.set(keyId, fresh)
    return fresh
  }
}
