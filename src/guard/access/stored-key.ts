import type { Fault } from '../../kit/base/failure.ts'
import type { KeyLimits } from './key-limits.ts'
import type { KeyInfo } from './keyring.ts'
import { type Period, periodAt } from './period.ts'
import type { Plans } from './plans.ts'
import * as refusals from './refusals.ts'

/** A stored key. Immutable: a change of the key makes a new object. */
export interface StoredKey {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  readonly planNumber: number
  readonly planSinceMs: number
  readonly expiresMs: number | null
  readonly revokedMs: number | null
  /** Credits that the operator added while the key was on this plan. */
  readonly added: readonly AddedCredits[]
  readonly limits: KeyLimits | undefined
}

export interface AddedCredits {
  readonly atMs: number
  readonly credits: number
}

/** A secret of a key. After a rotation, an older secret works until `endsMs`. */
export interface StoredSecret {
  readonly key: StoredKey
  readonly endsMs: number | null
}

/** A stored key with all fields for operators. */
export interface KeyRow extends StoredKey {
  readonly createdMs: number
  readonly lastUsedMs: number | null
  readonly overlapUntilMs: number | null
  readonly revocationWaits: boolean
}

/** Id of the demo key, which is the same everywhere and has no row in the store. */
export const DEMO_KEY_ID = 'demo'

/** The demo key's plan began on the first day of a month, so its periods are calendar months. */
export const DEMO: StoredKey = {
  keyId: DEMO_KEY_ID,
  label: 'demo key',
  plan: 'demo',
  planNumber: 0,
  planSinceMs: Date.UTC(2026, 0, 1),
  expiresMs: null,
  revokedMs: null,
  added: [],
  limits: undefined,
}

/** Reads the stored limits of a key. */
export function limitsIn(json: string | null): KeyLimits | undefined {
  return json === null ? undefined : JSON.parse(json)
}

/** Sums the credits that were added within a period. */
export function addedIn({ startMs, endMs = Number.POSITIVE_INFINITY }: Period, added: readonly AddedCredits[]): number {
  let sum = 0
  for (const { atMs, credits } of added) if (startMs <= atMs && atMs < endMs) sum += credits
  return sum
}

/** Returns the Fault that refuses a stored secret; undefined if it is valid. */
export function refusalOf({ key, endsMs }: StoredSecret, nowMs: number): Fault | undefined {
  if (key.expiresMs !== null && key.expiresMs <= nowMs) return refusals.keyExpired(key.expiresMs)
  return endsMs !== null && endsMs <= nowMs ? refusals.keyReplaced(endsMs) : undefined
}

/** @param usedIn Returns the credits charged within a period of the key's plan. */
export function infoOf(
  row: KeyRow,
  plans: Pick<Plans, 'get'>,
  nowMs: number,
  usedIn: (period: Period) => number,
): KeyInfo {
  const { keyId, label, createdMs, overlapUntilMs } = row
  const plan = plans.get(row.plan)
  const period = plan && periodAt(plan.period, row.planSinceMs, nowMs)
  const creditsAdded = period === undefined ? 0 : addedIn(period, row.added)
  const overlaps = overlapUntilMs !== null && overlapUntilMs > nowMs
  return {
    keyId,
    label,
    plan: row.plan,
    createdMs,
    lastUsedMs: row.lastUsedMs ?? undefined,
    expiresMs: row.expiresMs ?? undefined,
    revokedMs: row.revokedMs ?? undefined,
    revocationWaits: row.revocationWaits,
    overlapUntilMs: overlaps ? overlapUntilMs : undefined,
    creditsUsed: period === undefined ? 0 : usedIn(period),
    creditsAdded,
    creditsLimit: plan && plan.credits + creditsAdded,
    periodStartMs: period?.startMs,
    limits: row.limits,
  }
}
