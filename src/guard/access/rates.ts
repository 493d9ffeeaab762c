import type { RateState } from './access.ts'
import { type BucketLimit, burstMs, corrected, intervalMs, ROUNDING_MS, taken, waitMs } from './bucket.ts'

/** Limits how often a key may call. */
export interface CallLimits {
  readonly requests: BucketLimit
  readonly misses: BucketLimit
  readonly callsInFlight: number
}

/** Why a call is refused now. */
export type RateRefusal =
  | { readonly limit: 'calls in flight' }
  | { readonly limit: 'requests' | 'misses'; readonly waitMs: number }

interface KeyRate {
  /** When the bucket of requests will be full; see `bucket.ts`. */
  fullAtMs: number
  /** When the bucket of error answers (400, 404, 409) will be full. */
  missesFullAtMs: number
  inFlight: number
}

/** The requests, error answers and unfinished calls of each key in this process. */
export class Rates {
  readonly #rates = new Map<string, KeyRate>()

  /** Counts a call toward the rate limit and the number of concurrent calls. A refused call is not counted. */
  enter(keyId: string, limits: CallLimits, nowMs: number): RateState | RateRefusal {
    const rate = this.#rateOf(keyId)
    if (rate.inFlight >= limits.callsInFlight) return { limit: 'calls in flight' }
    // Stores the corrected times. Otherwise, after the clock was set back, a key would be refused until the clock
    // catches up.
    if (rate.missesFullAtMs > nowMs) rate.missesFullAtMs = corrected(rate.missesFullAtMs, limits.misses, nowMs)
    rate.fullAtMs = corrected(rate.fullAtMs, limits.requests, nowMs)
    const missWaitMs = waitMs(Math.max(rate.missesFullAtMs, nowMs), limits.misses, nowMs)
    if (missWaitMs > 0) return { limit: 'misses', waitMs: missWaitMs }
    const requestWaitMs = waitMs(rate.fullAtMs, limits.requests, nowMs)
    if (requestWaitMs > 0) return { limit: 'requests', waitMs: requestWaitMs }
    rate.fullAtMs = taken(rate.fullAtMs, limits.requests)
    rate.inFlight += 1
    return stateAt(rate.fullAtMs - nowMs, limits.requests)
  }

  /** Ends a call: the key may make another concurrent call. */
  leave(keyId: string): void {
    const rate = this.#rateOf(keyId)
    if (rate.inFlight === 0) throw new Error(`leave without enter for key ${keyId}`)
    rate.inFlight -= 1
  }

  /** Counts an error answer (400, 404, 409) and returns 0. If there were too many, returns the milliseconds to wait. */
  miss(keyId: string, { misses }: CallLimits, nowMs: number): number {
    const rate = this.#rateOf(keyId)
    rate.missesFullAtMs = corrected(rate.missesFullAtMs, misses, nowMs)
    const missWaitMs = waitMs(rate.missesFullAtMs, misses, nowMs)
    if (missWaitMs > 0) return missWaitMs
    rate.missesFullAtMs = taken(rate.missesFullAtMs, misses)
    return 0
  }

  state(keyId: string, { requests }: CallLimits, nowMs: number): RateState {
    const rate = this.#rateOf(keyId)
    rate.fullAtMs = corrected(rate.fullAtMs, requests, nowMs)
    return stateAt(rate.fullAtMs - nowMs, requests)
  }

  /** Postpones the time at which the bucket of requests will be full, because the key also called other nodes. */
  fillLater(keyId: string, fullAtMs: number): void {
    const rate = this.#rateOf(keyId)
    rate.fullAtMs = Math.max(rate.fullAtMs, fullAtMs)
  }

  /** Drops keys with full buckets and without unfinished calls. */
  sweep(nowMs: number): void {
    for (const [keyId, { fullAtMs, missesFullAtMs, inFlight }] of this.#rates) {
      if (inFlight === 0 && Math.max(fullAtMs, missesFullAtMs) <= nowMs) this.#rates.delete(keyId)
    }
  }

  get size(): number {
    return this.#rates.size
  }

  #rateOf(keyId: string): KeyRate {
    const made = this.#rates.get(keyId)
    if (made !== undefined) return made
    const rate: KeyRate = { fullAtMs: 0, missesFullAtMs: 0, inFlight: 0 }
    this.#rates.set(keyId, rate)
    return rate
  }
}

function stateAt(untilFullMs: number, limit: BucketLimit): RateState {
  const emptyMs = burstMs(limit) - untilFullMs + ROUNDING_MS
  return {
    remaining: Math.min(limit.burst, Math.floor(emptyMs / intervalMs(limit))),
    resetS: Math.max(0, Math.ceil((untilFullMs - ROUNDING_MS) / 1000)),
  }
}
