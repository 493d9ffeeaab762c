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
