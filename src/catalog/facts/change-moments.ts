/** Numbers in even steps. */
export interface Steps {
  readonly first: number
  readonly step: number
}

const MILLISECOND = 1000

/**
 * The numbers that a commit gives to what it changed, of which each is a moment in microseconds since 1970. They are
 * greater than `last` and lie before now, as far as there is room: a millisecond from one to the next, or less, and
 * behind `last` one by one where there is none.
 */
export function momentsOf(count: number, last: number, nowUs: number): Steps {
  const step = Math.min(Math.max(Math.floor((nowUs - last) / (count + 1)), 1), MILLISECOND)
  const unit = step === MILLISECOND ? MILLISECOND : 1
  const before = Math.floor((nowUs - count * step) / unit) * unit
  return { first: Math.max(Math.ceil((last + 1) / unit) * unit, before), step }
}
