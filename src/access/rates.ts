import type { Clock } from '../base/clock.ts'
import type { Fault } from '../base/failure.ts'
import type { Account, Plan, RateState } from './access.ts'
import { callsTooMany, rateExceeded } from './refusals.ts'

/** A token bucket, told by one number, and the calls that run. */
interface Meter {
  /** When the bucket will be full again; not later than now when it is full. */
  fullAtMs: number
  inFlight: number
}

/** Sums of 1000 / requestsPerSecond are off by less than this. */
const ROUNDING_MS = 0.001

/**
 * Requests per second and calls in flight, per key and within this process. Kept only for keys that call: `sweep` drops
 * those that have been idle long enough to have everything back.
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
    correct(meter, plan, nowMs)
    if (meter.inFlight >= plan.callsInFlight) return callsTooMany(plan)
    const fullAtMs = meter.fullAtMs + intervalMs(plan)
    const tooSoonMs = fullAtMs - nowMs - burstMs(plan) - ROUNDING_MS
    if (tooSoonMs > 0) return rateExceeded(plan, Math.ceil(tooSoonMs / 1000))
    meter.fullAtMs = fullAtMs
    meter.inFlight += 1
    return stateAt(fullAtMs - nowMs, plan)
  }

  leave({ keyId }: Account): void {
    const meter = this.#meters.get(keyId)
    if (!meter || meter.inFlight === 0) throw new Error(`leave without enter for key ${keyId}`)
    meter.inFlight -= 1
  }

  /** Where a key stands; takes nothing. */
  state({ keyId, plan }: Account): RateState {
    const nowMs = this.#clock.now()
    const meter = this.#meters.get(keyId)
    return stateAt(meter ? correct(meter, plan, nowMs) - nowMs : 0, plan)
  }

  sweep(): void {
    const nowMs = this.#clock.now()
    for (const [keyId, meter] of this.#meters) {
      if (meter.inFlight === 0 && meter.fullAtMs <= nowMs) this.#meters.delete(keyId)
    }
  }

  /** Keys that are metered now. */
  get size(): number {
    return this.#meters.size
  }

  #meter(keyId: string): Meter {
    const known = this.#meters.get(keyId)
    if (known) return known
    const fresh: Meter = { fullAtMs: 0, inFlight: 0 }
    this.#meters.set(keyId, fresh)
    return fresh
  }
}

/** Not in the past, and never further ahead than an empty bucket, however far the clock was set back. */
function correct(meter: Meter, plan: Plan, nowMs: number): number {
  meter.fullAtMs = Math.min(Math.max(meter.fullAtMs, nowMs), nowMs + burstMs(plan))
  return meter.fullAtMs
}

function stateAt(untilFullMs: number, plan: Plan): RateState {
  return {
    remaining: Math.min(plan.burst, Math.floor(plan.burst - (untilFullMs - ROUNDING_MS) / intervalMs(plan))),
    resetS: Math.max(0, Math.ceil((untilFullMs - ROUNDING_MS) / 1000)),
  }
}

function intervalMs(plan: Plan): number {
  return 1000 / plan.requestsPerSecond
}

function burstMs(plan: Plan): number {
  return plan.burst * intervalMs(plan)
}
