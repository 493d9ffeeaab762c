/** The rate that a token bucket lets through. */
export interface BucketLimit {
  readonly perSecond: number
  /** Calls that a key may send at once after a pause. */
  readonly burst: number
}

/**
 * Returns `fullAtMs` limited to its valid range. A token bucket is stored as one number: the time at which the bucket
 * will be full again. That time is never in the past and never further ahead than for an empty bucket, even if the
 * clock was set back.
 */
export function corrected(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return Math.min(Math.max(fullAtMs, nowMs), nowMs + burstMs(limit))
}

/**
 * Milliseconds until the bucket allows a call. 0 or less if a call is allowed now. `fullAtMs` must be the result of
 * `corrected`.
 */
export function waitMs(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return fullAtMs + intervalMs(limit) - nowMs - burstMs(limit) - ROUNDING_MS
}

/** Returns `fullAtMs` after one more call was taken. */
export function taken(fullAtMs: number, limit: BucketLimit): number {
  return fullAtMs + intervalMs(limit)
}

/** Rounding errors in sums of 1000 / perSecond stay below this. */
export const ROUNDING_MS = 0.001

export function intervalMs({ perSecond }: BucketLimit): number {
  return 1000 / perSecond
}

/** Milliseconds that an empty bucket needs to fill up. */
export function burstMs(limit: BucketLimit): number {
  return limit.burst * intervalMs(limit)
}
