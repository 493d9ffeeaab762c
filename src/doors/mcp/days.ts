import type { ToolArguments } from './arguments.ts'
import { Refusal } from './refusal.ts'

/** The largest number of days to look back: a hundred years. */
export const DAYS_MAX = 36_500

export const DAY_MS = 86_400_000

/** Returns a period that ends today, from its number of days or its first day; undefined if neither is given. */
export function daysBack(
  args: ToolArguments,
  names: { readonly within: string; readonly since: string },
  today: string,
) {
  const [within, since] = [args.number(names.within), args.text(names.since)]
  if (within === undefined && since === undefined) return undefined
  if (within !== undefined && since !== undefined)
    throw new Refusal(`Cannot use ${names.within} with ${names.since}: give one of them.`)
  const todayMs = Date.parse(today)
  const days = within ?? Math.round((todayMs - Date.parse(since ?? '')) / DAY_MS)
  if (days < 0) throw new Refusal(`Cannot use ${names.since} "${since}": it is after today, which is ${today} here.`)
  return { days, first: dayBefore(today, days), argument: within === undefined ? names.since : names.within }
}

/** Whether a string is an existing date: `2026-02-28` is, `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const timeMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text)
}

export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
