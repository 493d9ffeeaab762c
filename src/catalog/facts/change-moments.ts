const DAY_US = 86_400_000_000

/** Default number of days for which events are kept. */
export const LOG_DAYS = 90

/**
 * Returns the sequence number up to which a commit deletes events. `last` is the sequence number of the previous
 * commit.
 */
export function forgottenUpTo(last: number, nowUs: number, logDays = LOG_DAYS): number {
  return Math.min(last, nowUs - logDays * DAY_US)
}

/** Equidistant sequence numbers. */
export interface Steps {
  readonly first: number
  readonly step: number
}

const MILLISECOND = 1000

/**
 * A change's sequence number may lie this far before its commit. Programs that poll for changes by time must look back
 * this far.
 */
const SPREAD_MAX = 60_000 * MILLISECOND

/**
 * Returns sequence numbers for the changes of a commit: microseconds since 1970, all greater than `last`. They lie
 * within the last minute, at most a millisecond apart. If there is no time left since `last`, they follow `last` one by
 * one.
 */
export function momentsOf(count: number, last: number, nowUs: number): Steps {
  const room = Math.min(nowUs - last, SPREAD_MAX)
  const step = Math.min(Math.max(Math.floor(room / (count + 1)), 1), MILLISECOND)
  const unit = step === MILLISECOND ? MILLISECOND : 1
  const before = Math.floor((nowUs - count * step) / unit) * unit
  return { first: Math.max(Math.ceil((last + 1) / unit) * unit, before), step }
}
