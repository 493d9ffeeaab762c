import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,12}))?)?(Z|[+-]\d{2}:\d{2})$/

/** Parses a moment in OData's format to microseconds since 1970; NaN for any other text. */
export function microseconds(text: string): number {
  const [, day = '', hours = '', minutes = '', seconds = '00', fraction = '', zone = 'Z'] = MOMENT.exec(text) ?? []
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}${zone}`)
  return ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

/**
 * Writes a moment in OData's format with milliseconds, because programs compare moments as texts and store no smaller
 * units.
 */
export function momentText(us: number): string {
  const ms = Math.floor(us / 1000)
  const day = Math.floor(ms / DAY_MS)
  const rest = ms - day * DAY_MS
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}:${digits(seconds % 60)}`
  return `${dayOf(ms)}T${time}.${String(rest % 1000).padStart(3, '0')}Z`
}

function digits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** Rounds a sequence number down to a full millisecond, which is the moment that rows show. */
export function shownMoment(sequence: number): number {
  return sequence - (sequence % 1000)
}

/** Returns the first microsecond of a day in UTC. Covers the year 1 too, which clients use as the beginning of time. */
export function dayMicroseconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) * 1000
}
