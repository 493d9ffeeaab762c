import { DAY_MS, dayBefore } from './days.ts'

const UNITS: Readonly<Record<string, number>> = { hour: 1 / 24, day: 1, d: 1, week: 7, month: 30, year: 365 }

const AGO =
  /^(?:(?:in|over|within)\s+)?(?:the\s+)?(?:last|past|previous)?\s*(\d{1,5})?\s*(hour|day|d|week|month|year)s?(?:\s+ago)?$/

/** Days back from today: `yesterday`, `last month` (30 days), `past 2 weeks`, `90_days`. */
export function daysBackIn(text: string): number | undefined {
  const words = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  if (words === 'today') return 0
  if (words === 'yesterday') return 1
  const [, count, unit = ''] = AGO.exec(words) ?? []
  const isSaid = count !== undefined || /last|past|previous/.test(words)
  return UNITS[unit] === undefined || !isSaid ? undefined : Math.ceil(Number(count ?? 1) * UNITS[unit])
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})(?:[-/. ](\d{1,2})[-/. ]|(\d\d)(?=\d\d$))(\d{1,2})(?:[t ]\d\d:\d\d.*)?$/
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/
const MONTH_NAMED = /^(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2}) ([a-z]{3,9})\.?) (\d{4})$/

/** The days that a text may mean, as YYYY-MM-DD: 06/07/2026 may be two. */
export function daysIn(text: string, today: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/[\s,]+/g, ' ')
    .trim()
  if (words === 'tomorrow') return [dayBefore(today, -1)]
  const first = YEAR_FIRST.exec(words)
  if (first !== null) return existing([[first[1], first[2] ?? first[3], first[4]]])
  const last = YEAR_LAST.exec(words)
  if (last !== null)
    return existing([
      [last[3], last[1], last[2]],
      [last[3], last[2], last[1]],
    ])
  const [, before, dayBehind, dayAhead, behind, year] = MONTH_NAMED.exec(words) ?? []
  const name = before ?? behind ?? ''
  const month = MONTHS.findIndex((each) => name.startsWith(each)) + 1
  return existing([[year, String(month), dayBehind ?? dayAhead]])
}

function existing(parts: readonly (readonly (string | undefined)[])[]): readonly string[] {
  const days = parts.map(
    ([year = '', month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  return [...new Set(days)].filter(isDay)
}

/** A day that there is, such as 2026-02-28, and not 2026-02-30. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const timeMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text)
}

/** Days from one day to a later one. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)
}
