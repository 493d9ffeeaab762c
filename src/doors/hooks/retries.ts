const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]

/** The waits after the first, second, third failure and so on. They add up to a little over three days. */
const WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** Each wait varies randomly by this fraction, so that receivers that failed together are not retried together. */
const JITTER = 0.1

/** The maximum wait that a receiver may request with `retry-after`. Ten attempts still end after about three days. */
const RETRY_AFTER_MS_MAX = HOUR_MS

/** Returns the milliseconds to wait after `failures` consecutive failures; undefined if there is no further attempt. */
export function waitAfter(failures: number, unit: number, askedMs = 0): number | undefined {
  const waitMs = WAITS_MS[failures - 1]
  if (waitMs === undefined) return undefined
  return Math.round(Math.max(Math.min(askedMs, RETRY_AFTER_MS_MAX), waitMs * (1 + JITTER * (2 * unit - 1))))
}

/** Reads a `retry-after` header, a number of seconds or a date. Returns milliseconds; 0 if it is missing or invalid. */
export function retryAfterMs(text: string | undefined, nowMs: number): number {
  const value = text?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - nowMs
  return ms > 0 ? ms : 0
}
