const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000]

/** Waits after the first failure in a row, the second, and so on: three days and some hours in all. */
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

/** Each wait is up to a tenth shorter or longer, so that receivers that fail together are not asked together. */
const JITTER = 0.1

/** A receiver may ask for a longer wait, up to this, with which ten attempts still end after some three days. */
const RETRY_AFTER_MS_MAX = HOUR_MS

/** Returns the wait once so many attempts in a row have failed; undefined when there shall be no further one. */
export function waitAfter(failures: number, unit: number, askedMs = 0): number | undefined {
  const waitMs = WAITS_MS[failures - 1]
  if (waitMs === undefined) return undefined
  return Math.round(Math.max(Math.min(askedMs, RETRY_AFTER_MS_MAX), waitMs * (1 + JITTER * (2 * unit - 1))))
}

/** Reads a number of seconds or a moment; 0 where there is neither. */
export function retryAfterMs(text: string | undefined, nowMs: number): number {
  const given = text?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(given) ? Number(given) * SECOND_MS : Date.parse(given) - nowMs
  return ms > 0 ? ms : 0
}
