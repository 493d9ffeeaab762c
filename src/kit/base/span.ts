import { DAY_MS } from './clock.ts'

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS }

/** Milliseconds of a span of time such as `90s`, `15m`, `24h`, `30d` or `0`; undefined for any other text. */
export function spanMs(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])$|^0$/.exec(text) ?? ['', 'x']
  const ms = Number(count ?? 0) * (UNIT_MS[unit] ?? 0)
  return Number.isNaN(ms) ? undefined : ms
}
