import type { Literal } from './tree.ts'

/** The type and value of a literal, without its position. */
export type Constant = Pick<Literal, 'type' | 'value'>

/** Why a piece of text is not a literal: what is expected, and a hint about the likely mistake. */
export interface Malformed {
  readonly accepted: string
  readonly hint?: string
  readonly isUnsupported?: boolean
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?)(?:Z|[+-](\d\d:\d\d))$/i
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,12})?)?$/
const GEOGRAPHY =
  /^(?:SRID=(\d{1,9});)?((?:Point|LineString|Polygon|MultiPoint|MultiLineString|MultiPolygon|Collection)\s*\(.*\))$/is
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The EPSG code of the only supported coordinate system: longitude and latitude in degrees. */
const WGS_84 = '4326'

const MOMENT_EXAMPLE = '2024-01-31T10:00:00Z'
const BARE = `a number such as 5 or -1.5, a day such as 2024-01-31, or a moment such as ${MOMENT_EXAMPLE}`

/** Parses a literal without quotes that begins with a digit or a sign. `rest`: the text after it. */
export function bareConstant(text: string, rest: string): Constant | Malformed {
  if (NUMBER.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? { type: 'number', value } : { accepted: 'a number up to 1.7e308, or INF' }
  }
  if (isDate(text)) return { type: 'date', value: text }
  if (isMoment(text)) return { type: 'dateTime', value: text.toUpperCase() }
  if (GUID.test(text)) return { type: 'guid', value: text }
  const hint = hintOfBare(text, rest)
  return { accepted: BARE, ...(hint !== undefined && { hint }) }
}

/** Parses `geography'…'` and `Namespace.Type'Value'`. `value`: the text between the quotes. */
export function typedConstant(prefix: string, value: string): Constant | Malformed {
  const type = prefix.toLowerCase()
  if (type === 'geography') return geographyOf(value)
  if (prefix.includes('.') && !prefix.startsWith('$')) return { type: 'string', value }
  const hint = HINTS_OF_TYPES[type]
  return { accepted: "geography'…' or Namespace.Type'…' before a quote", ...(hint && { hint }) }
}

const HINTS_OF_TYPES: Readonly<Record<string, string>> = {
  datetime: `Write a moment without quotes: ${MOMENT_EXAMPLE}.`,
  datetimeoffset: `Write a moment without quotes: ${MOMENT_EXAMPLE}.`,
  date: 'Write a day without quotes: 2024-01-31.',
  guid: 'Write a GUID without quotes: 01234567-89ab-cdef-0123-456789abcdef.',
  geometry: 'Did you mean geography?',
}

function geographyOf(text: string): Constant | Malformed {
  const [, system = WGS_84, value] = GEOGRAPHY.exec(text) ?? []
  if (value === undefined) return { accepted: "a shape such as geography'SRID=4326;POINT(-97.7 30.2)'" }
  if (system !== WGS_84) return { accepted: `a shape in SRID=${WGS_84}`, isUnsupported: true }
  return { type: 'geography', value }
}

function hintOfBare(text: string, rest: string): string | undefined {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+$/i.test(text)) {
    if (/^ \d\d:\d\d/.test(rest)) return 'In a URL, write the plus sign of an offset as %2B.'
    return `A moment must end with Z or an offset: ${MOMENT_EXAMPLE}.`
  }
  if (/^[+-]?\d+(\.\d+)?[lmdf]$/i.test(text)) return `A number must not end with a letter: ${text.slice(0, -1)}.`
  if (DATE.test(text.slice(0, 10)) && !isDate(text.slice(0, 10))) return 'There is no such day.'
  return undefined
}

/** Whether a string is an existing date. */
function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isMoment(text: string): boolean {
  const [, date, time = '', offset = '00:00'] = MOMENT.exec(text) ?? []
  return date !== undefined && isDate(date) && isTime(time) && isTime(offset)
}

function isTime(text: string): boolean {
  const [, hour, minute, second = 0] = TIME.exec(text) ?? []
  return hour !== undefined && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
}
