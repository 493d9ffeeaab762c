const DAY_US = 86_400_000_000

/** Days for which events are kept, where nobody says otherwise. */
export const LOG_DAYS = 90

/** The number up to which a commit at a moment forgets events, `last` being the one of the commit before. */
export function forgottenUpTo(last: number, nowUs: number, logDays = LOG_DAYS): number {
  return Math.min(last, nowUs - logDays * DAY_US)
}

/** Numbers in even steps. */
export interface Steps {
  readonly first: number
  readonly step: number
}

const MILLISECOND = 1000

/** How far before a commit its moments may lie: a program that asks by its own clock must look back as far. */
const SPREAD_MAX = 60_000 * MILLISECOND

/**
 * The numbers that a commit gives to what it changed, of which each is a moment in microseconds since 1970. They are
 * greater than `last` and lie within the minute before now, as far as there is room: a millisecond from one to the next,
 * or less, and behind `last` one by one where there is none.
 */
export function momentsOf(count: number, last: number, nowUs: number): Steps {
  const room = Math.min(nowUs - last, SPREAD_MAX)
  const step = Math.min(Math.max(Math.floor(room / (count + 1)), 1), MILLISECOND)
  const unit = step === MILLISECOND ? MILLISECOND : 1
  const before = Math.floor((nowUs - count * step) / unit) * unit
  return { first: Math.max(Math.ceil((last + 1) / unit) * unit, before), step }
}
