import { DAY_MS, type Day, startOfDay } from '../../kit/base/clock.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** A time of day after a date, with fraction, AM or PM, and zone. Java writes the zone before the year. */
const CLOCK = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.](?<second>\d{2})(?:[.,:](?<fraction>\d{1,9}))?)?\s*(?<half>[ap]\.?m\.?)?`
const ZONE = String.raw`\s*(?:Z|UTC|GMT|[a-z]{2,4}t)?\s*(?<offset>[+-]\d{2}(?::?\d{2})?)?(?:\s*\([^()]*\))?`
const BEHIND = `(?:(?:T|,?\\s+|:)${CLOCK}${ZONE})?`
const YEAR = String.raw`(?<year>\d{4})`
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const MONTH = String.raw`(?<month>${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)\.?`

/** Forms that show which number is the year, the month and the day. */
const PLAIN_FORMS = [
  String.raw`${YEAR}(?<sign>[-/.])(?<month>\d{1,2})\k<sign>${DAY}${BEHIND}`,
  String.raw`${YEAR}(?<month>\d{2})(?<day>\d{2})(?:T?(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?:\.(?<fraction>\d{1,9}))?)?${ZONE}`,
  String.raw`${DAY}[-\s./]*${MONTH}[-\s,./]*(?<year>\d{4}|\d{2})${BEHIND}`,
  String.raw`${MONTH}[-\s/]*${DAY}[-\s,/]+${YEAR}${BEHIND}`,
  String.raw`${MONTH}\s+${DAY}\s+${CLOCK}${ZONE}\s+${YEAR}`,
].map((form) => new RegExp(`^${form}$`, 'i'))
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+/i
const OF_JSON = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/

/**
 * Reads a date in any form that shows which number is the year, the month and the day: ISO 8601, the forms of Java,
 * Oracle, ArcGIS, SQL Server, JSON and mail, and dates with names of months. `day` returns the day as written, in any
 * zone. `moment` returns the moment in UTC.
 */
export function anyDate(text: string, what: 'day' | 'moment', lastYear?: number): number | undefined {
  const usual = startOfDay(text)
  if (!Number.isNaN(usual)) return usual
  const ofJson = OF_JSON.exec(text)?.[1]
  if (ofJson !== undefined) return Number(ofJson)
  const written = text.replace(WEEKDAY, '')
  for (const form of PLAIN_FORMS) {
    const parts = form.exec(written)?.groups
    if (parts === undefined) continue
    const { year = '', month = '', day = '', offset = '' } = parts
    const date = `${fourDigits(year, lastYear)}-${monthNumber(month.padStart(2, '0'))}-${day.padStart(2, '0')}`
    const timeMs = momentOf(date, clockOf(parts))
    return timeMs === undefined || what === 'day' ? timeMs : timeMs - offsetMs(offset)
  }
  return undefined
}

function clockOf(parts: Readonly<Record<string, string | undefined>>) {
  const { hour = '0', minute = '00', second = '00', fraction = '0', half } = parts
  const ofDay = half === undefined ? hour.padStart(2, '0') : hourOfDay(Number(hour), half.replaceAll('.', ''))
  return `${ofDay}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`
}

function offsetMs(offset: string): number {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
}

/** The tokens of a date format: the part of a date that each token stands for, and its pattern. */
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

/** Formats that count time from a moment: milliseconds per unit, and the moment that 0 means. */
const COUNTED: ReadonlyMap<string, readonly [unitMs: number, fromMs: number]> = new Map([
  ['X', [1000, 0]],
  ['x', [1, 0]],
  // Day number of a spreadsheet. It counts a 29 February 1900, which never existed: days before March 1900 are off by
  // one.
  ['serial', [DAY_MS, Date.UTC(1899, 11, 30)]],
])

/** The name of the format that accepts every date `anyDate` can read. */
export const ANY_FORMAT = 'any'

function tokensOf(format: string): DateToken[] {
  return (format.match(DATE_TOKEN) ?? []) as DateToken[] // the pattern matches only keys of the table
}

/**
 * Whether a date format is complete: year, month and day once, and 12-hour times with AM or PM. Formats that count
 * time, and `any`, are complete.
 */
export function isDateFormat(format: string): boolean {
  if (COUNTED.has(format) || format === ANY_FORMAT) return true
  const tokens = tokensOf(format)
  const parts = new Set<DatePart>(tokens.map((token) => DATE_TOKENS[token].part))
  const isWhole = parts.has('year') && parts.has('month') && parts.has('day')
  return isWhole && parts.size === tokens.length && parts.has('half') === tokens.some((token) => /^hh?$/.test(token))
}

/** Whether a format has a year and a month but no day. */
export function isMonthFormat(format: string): boolean {
  return isDateFormat(`${format} DD`)
}

/**
 * Returns a reader for texts in one format, e.g. `DD.MM.YYYY` or `YYYYMMDDTHHmmss`, in UTC. The reader returns
 * undefined for other texts. A format without a day gives the first of the month. A format without hours also accepts a
 * time after the date.
 * @param lastYear The last year that two digits can mean. Default: the POSIX rule.
 */
export function byFormat(format: string, lastYear?: number): (text: string) => number | undefined {
  const unit = COUNTED.get(format)
  if (unit !== undefined) return (text) => counted(text, ...unit)
  if (format === ANY_FORMAT) return (text) => anyDate(text, 'day', lastYear)
  const tokens = tokensOf(format)
  const literals = format.split(DATE_TOKEN).map((literal) => literal.replace(/[^\w\s]/g, '\\$&'))
  const named = tokens.map((token, i) => {
    const { part, shape } = DATE_TOKENS[token]
    return `(?<${part}>${shape})${literals[i + 1]}`
  })
  const isDay = tokens.some((token) => DATE_TOKENS[token].part === 'day')
  const behind = isDay && !tokens.some((token) => CLOCK_PARTS.has(DATE_TOKENS[token].part)) ? BEHIND : ''
  const pattern = new RegExp(`^${literals[0]}${named.join('')}${behind}$`, 'i')
  return (text) => {
    const parts = pattern.exec(text)?.groups
    if (!parts) return undefined
    const { year = '', month = '', day = '01' } = parts
    const date = `${fourDigits(year, lastYear)}-${monthNumber(month.padStart(2, '0'))}-${day.padStart(2, '0')}`
    return momentOf(date, clockOf(parts))
  }
}

const CLOCK_PARTS: ReadonlySet<DatePart> = new Set(['hour', 'minute', 'second', 'half'])

/** Returns undefined for texts that are not numbers, and for moments after the year 9999. */
function counted(text: string, unitMs: number, fromMs: number): number | undefined {
  const timeMs = /^\d{1,13}(\.\d+)?$/.test(text) ? Math.floor(Number(text) * unitMs) + fromMs : Number.NaN
  return timeMs < Date.UTC(10_000, 0) ? timeMs : undefined
}

/** Expands a two-digit year. The POSIX rule: 69 to 99 mean 1969 to 1999, and 00 to 68 mean 2000 to 2068. */
function fourDigits(year: string, lastYear = 2068): string {
  if (year.length === 4) return year
  const lastCentury = Math.floor(lastYear / 100)
  return `${lastCentury * 100 + Number(year) > lastYear ? lastCentury - 1 : lastCentury}${year}`
}

function monthNumber(month: string): string {
  if (/^\d/.test(month)) return month
  const name = month.slice(0, 3).toLowerCase()
  return String(MONTHS.findIndex((full) => full.startsWith(name)) + 1).padStart(2, '0')
}

/** Returns the hour from `00` to `23`. Returns `--`, which makes the time invalid, for an hour that does not exist. */
function hourOfDay(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return '--'
  return String((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)).padStart(2, '0')
}

function momentOf(day: Day, time: string): number | undefined {
  const timeMs = Number.isNaN(startOfDay(day)) ? Number.NaN : Date.parse(`${day}T${time}Z`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}
