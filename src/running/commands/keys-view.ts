import type { KeyEvent, KeyInfo, MonthUsage } from '../../guard/access/index.ts'
import { csvLine } from '../../kit/algorithms/csv-line.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { grouped } from '../../kit/base/figures.ts'
import { statusOf } from '../operating/key-changes.ts'
import { table } from '../terminal/table.ts'

/** Returns keys as lines of a table, with a heading. `watched` adds color. */
export function keyTable(keys: readonly KeyInfo[], nowMs: number, watched: boolean): readonly string[] {
  const heading = ['KEY', 'LABEL', 'PLAN', 'CREDITS USED', 'CREATED', 'LAST USED', 'STATUS']
  const rows = keys.map((info) => [
    info.keyId,
    shortened(info.label),
    info.plan,
    creditsOf(info),
    dayOf(info.createdMs),
    info.lastUsedMs === undefined ? 'never' : minuteOf(info.lastUsedMs),
    stateOf(info, nowMs),
  ])
  return table(heading, rows, watched, CREDITS_COLUMN)
}

const CREDITS_COLUMN = 3

/** Returns the usage of keys as CSV lines, with a header. */
export function usageCsv(used: readonly MonthUsage[]): readonly string[] {
  const rows = used.map(({ keyId, label, month, operation, calls, credits }) => {
    return [keyId, label, month, operation, String(calls), String(credits)]
  })
  return [['key', 'label', 'month', 'operation', 'calls', 'credits'], ...rows].map((cells) => csvLine(cells).trimEnd())
}

export function usageTable(used: readonly MonthUsage[], watched: boolean): readonly string[] {
  const rows = used.map(({ keyId, label, month, operation, calls, credits }) => {
    return [keyId, shortened(label), month, operation, grouped(calls), grouped(credits)]
  })
  return table(['KEY', 'LABEL', 'MONTH', 'OPERATION', 'CALLS', 'CREDITS'], rows, watched, USED_COLUMN)
}

const USED_COLUMN = 5
const LABEL_SHOWN = 30

export function eventTable(events: readonly KeyEvent[], watched: boolean): readonly string[] {
  const rows = events.map(({ atMs, keyId, action, detail, by }) => [minuteOf(atMs), keyId, action, by, detail])
  return table(['AT', 'KEY', 'CHANGE', 'BY', 'DETAIL'], rows, watched)
}

/** Describes the status of a key in words, with its dates. */
function stateOf(info: KeyInfo, nowMs: number): string {
  const status = statusOf(info, nowMs)
  if (info.revokedMs !== undefined) return `revoked ${dayOf(info.revokedMs)}`
  const parts: string[] = [status]
  if (info.expiresMs !== undefined)
    parts.push(`${status === 'expired' ? 'since' : 'until'} ${minuteOf(info.expiresMs)}`)
  if (info.overlapUntilMs !== undefined) parts.push(`(old secret until ${minuteOf(info.overlapUntilMs)})`)
  if (info.limits !== undefined) parts.push('with limits')
  return parts.join(' ')
}

function creditsOf({ creditsUsed, creditsLimit }: KeyInfo): string {
  return creditsLimit === undefined ? '-' : `${grouped(creditsUsed)} of ${grouped(creditsLimit)}`
}

function shortened(label: string): string {
  return label.length > LABEL_SHOWN ? `${label.slice(0, LABEL_SHOWN - 1)}…` : label
}

/** Formats a time as `2026-11-20 10:30` in UTC. */
export function minuteOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}
