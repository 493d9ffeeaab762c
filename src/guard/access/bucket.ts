/** The rate that a token bucket lets through. */
export interface BucketLimit {
  readonly perSecond: number
  /** Calls that may come at once after a pause. */
  readonly burst: number
}

/**
 * Returns the bucket within its bounds. A token bucket is one number: the time at which it will be full again. That is
 * not in the past, and no further ahead than for an empty bucket, even if the clock was set back.
 */
export function corrected(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return Math.min(Math.max(fullAtMs, nowMs), nowMs + burstMs(limit))
}

/** Milliseconds until a call can be taken from a corrected bucket; 0 or less if it can be taken now. */
export function waitMs(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return fullAtMs + intervalMs(limit) - nowMs - burstMs(limit) - ROUNDING_MS
}

/** Returns the bucket after one more call was taken. */
export function taken(fullAtMs: number, limit: BucketLimit): number {
  return fullAtMs + intervalMs(limit)
}

/** Sums of 1000 / perSecond are off by less than this. */
export const ROUNDING_MS = 0.001

export function intervalMs({ perSecond }: BucketLimit): number {
  return 1000 / perSecond
}

/** Milliseconds from an empty bucket to a full one. */
export function burstMs(limit: BucketLimit): number {
  return limit.burst * intervalMs(limit)
}
