/** Where time comes from. Passed in everywhere, so that tests can stand at any moment. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands at one moment until `now` is set anew. */
export function fixedClock(nowMs: number): Clock & { set(nowMs: number): void } {
  let current = nowMs
  return {
    now: () => current,
    set: (next) => {
      current = next
    },
  }
}

export const DAY_MS = 86_400_000

/** A calendar day in UTC, written `YYYY-MM-DD`. */
export type Day = string

export function dayOf(timeMs: number): Day {
  return new Date(timeMs).toISOString().slice(0, 10)
}

const DAY_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/

/** The first millisecond of a day, or NaN when the text is not a day that exists. */
export function startOfDay(day: Day): number {
  const [, year, month, date] = DAY_TEXT.exec(day) ?? []
  if (year === undefined) return Number.NaN
  const timeMs = Date.UTC(Number(year), Number(month) - 1, Number(date))
  const exists = Number(year) >= 100 && Number(date) <= daysIn(Number(year), Number(month)) && Number(date) > 0
  return exists ? timeMs : Number.NaN
}

/** Days of a month from 1 to 12; 0 for any other. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  if (month < 1 || month > 12) return 0
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day's number since 1970-01-01, in UTC. */
export function dayNumber(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS)
}

/** Months from January 1970 to the month of a day that is given by its number. */
export function monthOfDay(day: number): number {
  const date = new Date(day * DAY_MS)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

/** Calendar days in UTC from one moment to a later one, so that the count rises at midnight; 0 when it is not later. */
export function daysBetween(fromMs: number, toMs: number): number {
  return Math.max(0, dayNumber(toMs) - dayNumber(fromMs))
}
