import type { Clock } from '../base/clock.ts'
import type { Fault } from '../base/failure.ts'
import type { Account, Plan, RateState } from './access.ts'
import { type BucketLimit, corrected, intervalMs, ROUNDING_MS, taken, waitMs } from './bucket.ts'
import { callsTooMany, missesExceeded, rateExceeded } from './refusals.ts'

/** Buckets of requests and of misses, see `bucket.ts`, and the calls that run. */
interface Meter {
  fullAtMs: number
  missesFullAtMs: number
  inFlight: number
}

/**
 * Requests and misses per second and calls in flight, per key and within this process. Kept only for keys that call:
 * `sweep` drops those that have been idle long enough to have everything back.
 */
export class Rates {
  readonly #clock: Clock
  readonly #meters = new Map<string, Meter>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes one request and one place in flight, or says why not: then nothing is taken. */
  enter({ keyId, plan }: Account): RateState | Fault {
    const nowMs = this.#clock.now()
    const meter = this.#meter(keyId)
    const limit = rateOf(plan)
    meter.fullAtMs = corrected(meter.fullAtMs, limit, nowMs)
    if (meter.inFlight >= plan.callsInFlight) return callsTooMany(plan)
    const tooSoonMs = waitMs(meter.fullAtMs, limit, nowMs)
    if (tooSoonMs > 0) return rateExceeded(plan, Math.ceil(tooSoonMs / 1000))
    meter.fullAtMs = taken(meter.fullAtMs, limit)
    meter.inFlight += 1
    return stateAt(meter.fullAtMs - nowMs, limit)
  }

  /** Why a key may not call before its misses have been fewer for a while; takes nothing. */
  missesTooMany({ keyId, plan }: Account): Fault | undefined {
    const meter = this.#meters.get(keyId)
    if (!meter) return undefined
    const nowMs = this.#clock.now()
    const limit = missRateOf(plan)
    meter.missesFullAtMs = corrected(meter.missesFullAtMs, limit, nowMs)
    const tooSoonMs = waitMs(meter.missesFullAtMs, limit, nowMs)
    return tooSoonMs > 0 ? missesExceeded(plan, limit, Math.ceil(tooSoonMs / 1000)) : undefined
  }

  /** Counts a miss. Of calls that were let in at the same time, those above the limit count up to an empty bucket. */
  miss({ keyId, plan }: Account): void {
    const meter = this.#meter(keyId)
    const limit = missRateOf(plan)
    const nowMs = this.#clock.now()
    meter.missesFullAtMs = corrected(taken(corrected(meter.missesFullAtMs, limit, nowMs), limit), limit, nowMs)
  }

  leave({ keyId }: Account): void {
    const meter = this.#meters.get(keyId)
    if (!meter || meter.inFlight === 0) throw new Error(`leave without enter for key ${keyId}`)
    meter.inFlight -= 1
  }

  /** The state of a key's rate; takes nothing. */
  state({ keyId, plan }: Account): RateState {
    const nowMs = this.#clock.now()
    const limit = rateOf(plan)
    const meter = this.#meters.get(keyId)
    if (!meter) return stateAt(0, limit)
    meter.fullAtMs = corrected(meter.fullAtMs, limit, nowMs)
    return stateAt(meter.fullAtMs - nowMs, limit)
  }

  sweep(): void {
    const nowMs = this.#clock.now()
    for (const [keyId, meter] of this.#meters) {
      if (meter.inFlight === 0 && Math.max(meter.fullAtMs, meter.missesFullAtMs) <= nowMs) this.#meters.delete(keyId)
    }
  }

  /** Keys that are metered now. */
  get size(): number {
    return this.#meters.size
  }

  #meter(keyId: string): Meter {
    const known = this.#meters.get(keyId)
    if (known) return known
    const fresh: Meter = { fullAtMs: 0, missesFullAtMs: 0, inFlight: 0 }
    this.#meters.set(keyId, fresh)
    return fresh
  }
}

function rateOf({ requestsPerSecond, burst }: Plan): BucketLimit {
  return { perSecond: requestsPerSecond, burst }
}

/** Of calls that miss, a plan that says nothing else allows half as many. */
export function missRateOf({ requestsPerSecond, missesPerSecond = requestsPerSecond / 2, burst }: Plan): BucketLimit {
  return { perSecond: missesPerSecond, burst }
}

function stateAt(untilFullMs: number, limit: BucketLimit): RateState {
  return {
    remaining: Math.min(limit.burst, Math.floor(limit.burst - (untilFullMs - ROUNDING_MS) / intervalMs(limit))),
    resetS: Math.max(0, Math.ceil((untilFullMs - ROUNDING_MS) / 1000)),
  }
}
