/** The limits of a token bucket. */
export interface BucketLimit {
  readonly perSecond: number
  /** Number of calls that a key may send in a burst after a pause. */
  readonly burst: number
}

/**
 * Corrects `fullAtMs` after the clock was set back. A token bucket is stored as the time at which it will be full. That
 * time must not be in the past, nor later than for an empty bucket.
 */
export function corrected(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return Math.min(Math.max(fullAtMs, nowMs), nowMs + burstMs(limit))
}

/** Milliseconds until a call is allowed; 0 or less if it is allowed now. `fullAtMs` must come from `corrected`. */
export function waitMs(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return fullAtMs + intervalMs(limit) - nowMs - burstMs(limit) - ROUNDING_MS
}

/** Returns the new `fullAtMs` after one more call. */
export function taken(fullAtMs: number, limit: BucketLimit): number {
  return fullAtMs + intervalMs(limit)
}

/** Larger than the rounding errors in sums of 1000 / perSecond. */
export const ROUNDING_MS = 0.001

export function intervalMs({ perSecond }: BucketLimit): number {
  return 1000 / perSecond
}

/** Milliseconds until an empty bucket is full. */
export function burstMs(limit: BucketLimit): number {
  return limit.burst * intervalMs(limit)
}
