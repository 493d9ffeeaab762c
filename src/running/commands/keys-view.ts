import type { KeyInfo, MonthUsage } from '../../guard/access/index.ts'
import { csvLine } from '../../kit/algorithms/csv-line.ts'
import { dayOf } from '../../kit/base/clock.ts'
import { grouped } from '../../kit/base/figures.ts'
import { table } from '../terminal/table.ts'

/** Returns the JSON document of `--json` for a key. Times are ISO 8601 in UTC, and missing values are null. */
export function keyDocument(info: KeyInfo, nowMs: number): object {
  return {
    keyId: info.keyId,
    label: info.label,
    plan: info.plan,
    status: statusOf(info, nowMs),
    creditsUsed: info.creditsUsed,
    creditsLimit: info.creditsLimit ?? null,
    creditsAdded: info.creditsAdded,
    created: iso(info.createdMs),
    lastUsed: iso(info.lastUsedMs),
    expires: iso(info.expiresMs),
    revoked: iso(info.revokedMs),
    oldSecretUntil: iso(info.overlapUntilMs),
  }
}

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

type Status = 'active' | 'expired' | 'revoked' | 'plan missing'

function statusOf({ revokedMs, expiresMs, creditsLimit }: KeyInfo, nowMs: number): Status {
  if (revokedMs !== undefined) return 'revoked'
  if (expiresMs !== undefined && expiresMs <= nowMs) return 'expired'
  return creditsLimit === undefined ? 'plan missing' : 'active'
}

/** Describes the status of a key in words, with its dates. */
function stateOf(info: KeyInfo, nowMs: number): string {
  const status = statusOf(info, nowMs)
  if (info.revokedMs !== undefined) return `revoked ${dayOf(info.revokedMs)}`
  const parts: string[] = [status]
  if (info.expiresMs !== undefined)
    parts.push(`${status === 'expired' ? 'since' : 'until'} ${minuteOf(info.expiresMs)}`)
  if (info.overlapUntilMs !== undefined) parts.push(`(old secret until ${minuteOf(info.overlapUntilMs)})`)
  return parts.join(' ')
}

function creditsOf({ creditsUsed, creditsLimit }: KeyInfo): string {
  return creditsLimit === undefined ? '-' : `${grouped(creditsUsed)} of ${grouped(creditsLimit)}`
}

function shortened(label: string): string {
  return label.length > LABEL_SHOWN ? `${label.slice(0, LABEL_SHOWN - 1)}…` : label
}

/** Formats a time in ISO 8601 in UTC; null if it is undefined. */
export function iso(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString()
}

/** Formats a time as `2026-11-20 10:30` in UTC. */
export function minuteOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')
}
