/** The rate that a token bucket lets through. */
export interface BucketLimit {
  readonly perSecond: number
  /** Calls that may come at once after a pause. */
  readonly burst: number
}

/**
 * One number describes a token bucket: when it will be full again. These functions compute with it. Not in the past,
 * and never further ahead than an empty bucket, however far the clock was set back.
 */
export function corrected(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return Math.min(Math.max(fullAtMs, nowMs), nowMs + burstMs(limit))
}

/** Milliseconds until one can be taken from a corrected bucket; not above 0 when now. */
export function waitMs(fullAtMs: number, limit: BucketLimit, nowMs: number): number {
  return fullAtMs + intervalMs(limit) - nowMs - burstMs(limit) - ROUNDING_MS
}

/** Answers the bucket when one more has been taken. */
export function taken(fullAtMs: number, limit: BucketLimit): number {
  return fullAtMs + intervalMs(limit)
}

/** Sums of 1000 / perSecond are off by less than this. */
export const ROUNDING_MS = 0.001

export function intervalMs({ perSecond }: BucketLimit): number {
  return 1000 / perSecond
}

/** From empty to full. */
export function burstMs(limit: BucketLimit): number {
  return limit.burst * intervalMs(limit)
}
