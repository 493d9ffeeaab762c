const DAY_US = 86_400_000_000

/** How many days events are kept by default. */
export const LOG_DAYS = 90

/**
 * Returns the sequence number up to which a commit removes events. `last`: the sequence number of the previous commit.
 */
export function forgottenUpTo(last: number, nowUs: number, logDays = LOG_DAYS): number {
  return Math.min(last, nowUs - logDays * DAY_US)
}

/** Sequence numbers at equal distances. */
export interface Steps {
  readonly first: number
  readonly step: number
}

const MILLISECOND = 1000

/**
 * How far before a commit its sequence numbers may lie. Programs that query changes by their own clock must look back
 * this far.
 */
const SPREAD_MAX = 60_000 * MILLISECOND

/**
 * Returns the sequence numbers that a commit assigns to its changes. Each is a time in microseconds since 1970 and
 * greater than `last`. If possible, the numbers lie within the last minute, at steps of a millisecond or less.
 * Otherwise, they follow `last` one by one.
 */
export function momentsOf(count: number, last: number, nowUs: number): Steps {
  const room = Math.min(nowUs - last, SPREAD_MAX)
  const step = Math.min(Math.max(Math.floor(room / (count + 1)), 1), MILLISECOND)
  const unit = step === MILLISECOND ? MILLISECOND : 1
  const before = Math.floor((nowUs - count * step) / unit) * unit
  return { first: Math.max(Math.ceil((last + 1) / unit) * unit, before), step }
}
