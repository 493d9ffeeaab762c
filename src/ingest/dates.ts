import { type Day, startOfDay } from '../base/clock.ts'

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Milliseconds since 1970 of an ISO 8601 day or time. Without a zone it is UTC. */
export function isoTime(text: string): number | undefined {
  const [, day = '', time, , , zone] = ISO_TIME.exec(text) ?? []
  const timeMs = Number.isNaN(startOfDay(day)) ? Number.NaN : Date.parse(time && !zone ? `${text}Z` : text)
  return Number.isNaN(timeMs) ? undefined : timeMs
}

const DATE_TOKENS = {
  YYYY: '\\d{4}',
  MM: '\\d{2}',
  M: '\\d{1,2}',
  DD: '\\d{2}',
  D: '\\d{1,2}',
  HH: '\\d{2}',
  mm: '\\d{2}',
  ss: '\\d{2}',
}
const DATE_TOKEN = /YYYY|MM|M|DD|D|HH|mm|ss/g

/** Whether a format is usable: it names year, month and day exactly once. */
export function isDateFormat(format: string): boolean {
  const tokens = (format.match(DATE_TOKEN) ?? []).map((token) =>
    token === 'mm' ? 'minute' : token.toUpperCase().slice(0, 1),
  )
  return ['Y', 'M', 'D'].every((part) => tokens.includes(part)) && new Set(tokens).size === tokens.length
}

/** Reads texts in one format, e.g. `DD.MM.YYYY` or `YYYYMMDDTHHmmss`, as UTC; undefined when a text does not match. */
export function byFormat(format: string): (text: string) => number | undefined {
  const tokens = format.match(DATE_TOKEN) ?? []
  const literals = format.split(DATE_TOKEN).map((literal) => literal.replace(/[^\w\s]/g, '\\$&'))
  const pattern = new RegExp(
    `^${literals[0]}${tokens.map((token, i) => `(${DATE_TOKENS[token as keyof typeof DATE_TOKENS]})${literals[i + 1]}`).join('')}$`,
  )
  const place = (...names: string[]) => tokens.findIndex((token) => names.includes(token)) + 1
  const [year, month, day, hour, minute, second] = [
    place('YYYY'),
    place('MM', 'M'),
    place('DD', 'D'),
    place('HH'),
    place('mm'),
    place('ss'),
  ]
  return (text) => {
    const found = pattern.exec(text)
    if (!found) return undefined
    const part = (index = 0) => (index === 0 ? '00' : (found[index] ?? '').padStart(2, '0'))
    return momentOf(`${part(year)}-${part(month)}-${part(day)}`, `${part(hour)}:${part(minute)}:${part(second)}`)
  }
}

function momentOf(day: Day, time: string): number | undefined {
  const timeMs = Number.isNaN(startOfDay(day)) ? Number.NaN : Date.parse(`${day}T${time}Z`)
  return Number.isNaN(timeMs) ? undefined : timeMs
}
