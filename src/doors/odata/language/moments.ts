import { DAY_MS, dayOf } from '../../../kit/base/clock.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,12}))?)?(Z|[+-]\d{2}:\d{2})$/

/** Parses an OData date and time to microseconds since 1970; NaN if it is invalid. */
export function microseconds(text: string): number {
  const [, day = '', hours = '', minutes = '', seconds = '00', fraction = '', zone = 'Z'] = MOMENT.exec(text) ?? []
  const ms = Date.parse(`${day}T${hours}:${minutes}:${seconds}${zone}`)
  return ms * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

/** Formats a moment for OData in milliseconds. Programs compare moments as text and store nothing smaller. */
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

/** Rounds a sequence number (microseconds) down to the millisecond that rows show. */
export function shownMoment(sequence: number): number {
  return sequence - (sequence % 1000)
}

/**
 * Returns the first microsecond of a date in UTC. Also works for the year 1, which programs use as the beginning of
 * time.
 */
export function dayMicroseconds(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) * 1000
}
