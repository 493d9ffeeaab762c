import { type Day, startOfDay } from '../../kit/base/clock.ts'

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Returns the milliseconds since 1970 of an ISO 8601 day or time. A time without a zone is in UTC. */
export function isoTime(text: string): number | undefined {
  const [, day = '', time, , , zone] = ISO_TIME.exec(text) ?? []
  const timeMs = Number.isNaN(startOfDay(day)) ? Number.NaN : Date.parse(time && !zone ? `${text}Z` : text)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The tokens of a format, each with the part of a date that it stands for and the form of its text. */
const DATE_TOKENS = {
  YYYY: { part: 'year', shape: '\\d{4}' },
  YY: { part: 'year', shape: '\\d{2}' },
  MMMM: { part: 'month', shape: MONTHS.join('|') },
  MMM: { part: 'month', shape: `(?:${MONTHS.map((name) => name.slice(0, 3)).join('|')}|sept)(?![a-z])\\.?` },
  MM: { part: 'month', shape: '\\d{2}' },
  M: { part: 'month', shape: '\\d{1,2}' },
  DD: { part: 'day', shape: '\\d{2}' },
  D: { part: 'day', shape: '\\d{1,2}' },
  HH: { part: 'hour', shape: '\\d{2}' },
  H: { part: 'hour', shape: '\\d{1,2}' },
  hh: { part: 'hour', shape: '\\d{2}' },
  h: { part: 'hour', shape: '\\d{1,2}' },
  mm: { part: 'minute', shape: '\\d{2}' },
  ss: { part: 'second', shape: '\\d{2}' },
  A: { part: 'half', shape: '[ap]m' },
} as const

type DateToken = keyof typeof DATE_TOKENS
type DatePart = (typeof DATE_TOKENS)[DateToken]['part']

const DATE_TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A/g

/** Formats of moments that are counted from 1970 on, with the milliseconds of a unit. */
const COUNTED: ReadonlyMap<string, number> = new Map([
  ['X', 1000],
  ['x', 1],
])

function tokensOf(format: string): DateToken[] {
  return (format.match(DATE_TOKEN) ?? []) as DateToken[] // the pattern lists the table's keys
}

/**
 * Whether a format names year, month and day exactly once, and hours up to twelve with their half of the day, or is one
 * of moments that are counted.
 */
export function isDateFormat(format: string): boolean {
  if (COUNTED.has(format)) return true
  const tokens = tokensOf(format)
  const parts = new Set<DatePart>(tokens.map((token) => DATE_TOKENS[token].part))
  const isWhole = parts.has('year') && parts.has('month') && parts.has('day')
  return isWhole && parts.size === tokens.length && parts.has('half') === tokens.some((token) => /^hh?$/.test(token))
}

/** Whether a format is usable except that it names no day. */
export function isMonthFormat(format: string): boolean {
  return isDateFormat(`${format} DD`)
}

/**
 * Reads texts in one format, e.g. `DD.MM.YYYY` or `YYYYMMDDTHHmmss`, as UTC; undefined when a text does not match.
 * Without a day, the month means its first.
 */
export function byFormat(format: string): (text: string) => number | undefined {
  const unitMs = COUNTED.get(format)
  if (unitMs !== undefined) return (text) => counted(text, unitMs)
  const tokens = tokensOf(format)
  const literals = format.split(DATE_TOKEN).map((literal) => literal.replace(/[^\w\s]/g, '\\$&'))
  const pattern = new RegExp(
    `^${literals[0]}${tokens.map((token, i) => `(${DATE_TOKENS[token].shape})${literals[i + 1]}`).join('')}$`,
    'i',
  )
  const place = (part: DatePart) => tokens.findIndex((token) => DATE_TOKENS[token].part === part) + 1
  const [year, month, day, half] = [place('year'), place('month'), place('day'), place('half')]
  const [hour, minute, second] = [place('hour'), place('minute'), place('second')]
  return (text) => {
    const parts = pattern.exec(text)
    if (!parts) return undefined
    const part = (index: number, absent = '00') => (index === 0 ? absent : (parts[index] ?? '').padStart(2, '0'))
    const date = `${fourDigits(part(year))}-${monthNumber(part(month))}-${part(day, '01')}`
    const clock = half === 0 ? part(hour) : hourOfDay(Number(part(hour)), part(half))
    return momentOf(date, `${clock}:${part(minute)}:${part(second)}`)
  }
}

/** Returns undefined for moments after the year 9999, which no day can be written for. */
function counted(text: string, unitMs: number): number | undefined {
  const timeMs = /^\d{1,13}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * unitMs) : Number.NaN
  return timeMs < Date.UTC(10_000, 0) ? timeMs : undefined
}

/** Expands a year of two digits by the rule of POSIX: 69 to 99 belong to the last century, 00 to 68 to this one. */
function fourDigits(year: string): string {
  if (year.length === 4) return year
  return `${Number(year) >= 69 ? 19 : 20}${year}`
}

function monthNumber(month: string): string {
  if (/^\d/.test(month)) return month
  const name = month.slice(0, 3).toLowerCase()
  return String(MONTHS.findIndex((full) => full.startsWith(name)) + 1).padStart(2, '0')
}

/** Returns the hour from 0 to 23. It is undefined for an hour that does not exist. */
function hourOfDay(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return '--'
  return String((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)).padStart(2, '0')
}

function momentOf(day: Day, time: string): number | undefined {
  const timeMs = Number.isNaN(startOfDay(day)) ? Number.NaN : Date.parse(`${day}T${time}Z`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}
