import type { Day } from '../../kit/base/clock.ts'
import type { Usage } from './access.ts'

/** A key as an operator sees it. The secret itself is not stored anywhere. */
export interface KeyInfo {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  readonly createdMs: number
  readonly lastUsedMs: number | undefined
  /** The key is refused from this time on. */
  readonly expiresMs: number | undefined
  readonly revokedMs: number | undefined
  /** The revocation is only in the file `revocations`, because the store could not be written. */
  readonly revocationWaits: boolean
  /** Until when the secret before the last rotation works too; undefined once it no longer does. */
  readonly overlapUntilMs: number | undefined
  /** Settled credits of the current plan period; 0 if the plans file lacks the plan. */
  readonly creditsUsed: number
  /** Credits that the operator has added in the current period. */
  readonly creditsAdded: number
  /** Credits of the current period, of the plan and added. Undefined if the plans file lacks the plan. */
  readonly creditsLimit: number | undefined
}

/** Calls and credits charged to a key. Includes the demo key, although it is not listed among the keys. */
export interface KeyUsage {
  readonly keyId: string
  readonly calls: number
  readonly credits: number
}

/** Calls of one operation that were charged to a key in a month, in UTC. */
export interface MonthUsage extends KeyUsage {
  /** Empty for the demo key. */
  readonly label: string
  /** The year and the month, `2026-11`. */
  readonly month: string
  readonly operation: string
}

/** Days in UTC, both included. `keyId` limits the query to one key. */
export interface UsageQuery {
  readonly since: Day
  readonly until: Day
  readonly keyId?: string | undefined
}

/** Credits that an operator added to a key. */
export interface Addition {
  readonly keyId: string
  readonly credits: number
  readonly addedMs: number
  /** A user name on the operator's machine; undefined for additions made before names were stored. */
  readonly by: string | undefined
}

export interface IssuedKey {
  /** The secret, which is shown only here. */
  readonly key: string
  readonly info: KeyInfo
}

/** The most recently used keys, latest first, each with its charges since a day. */
export interface LastUsed {
  readonly keys: readonly (KeyInfo & { readonly used: Omit<KeyUsage, 'keyId'> })[]
  /** The number of all keys. */
  readonly total: number
}

/**
 * Usage of keys, read beside a running service; nothing is written. Calls that the service has not stored yet, usually
 * of the last tenths of a second, are missing. Every method rejects with a CommandFault that gives the reason in one
 * sentence.
 */
export interface KeysRead {
  lastUsed(limit: number, since: Day): Promise<LastUsed>
  /** All charges since a day: by day and operation, and by key, most credits first. */
  used(since: Day, limit: number): Promise<{ readonly days: readonly Usage[]; readonly keys: readonly KeyUsage[] }>
  /** The ids of all keys that are refused because they were revoked or have expired. */
  refused(): Promise<readonly string[]>
  close(): void
}

/**
 * Administration of keys. A running service applies every change within a second. A key is named by its id, or by the
 * secret itself if the secret was found where it should not be. Nothing is ever deleted. Every method is all or
 * nothing, however many others run at the same time. It rejects with a CommandFault that gives the reason in one
 * sentence: no such key, no such plan, or a store that cannot be written.
 */
export interface Keyring {
  create(wanted: { plan: string; label: string; expiresMs?: number | undefined }): Promise<IssuedKey>
  /** Returns all keys, oldest first. */
  list(): Promise<readonly KeyInfo[]>
  /** Issues a new secret for the same key and credits. The old secret works for `overlapMs` more. */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey>
  /**
   * Revoking again changes nothing. If the store cannot be written because the disk is full, the revocation is written
   * to the file `revocations`. It is in force all the same, and a running service stores it once there is room.
   */
  revoke(keyId: string): Promise<KeyInfo>
  /** Begins a new period with unspent credits. A key that is already on the plan stays as it is. */
  changePlan(keyId: string, plan: string): Promise<KeyInfo>
  /**
   * Adds credits to the current period of the key's plan. `amount`: a whole number as the operator wrote it. `by`: who
   * adds them, for `additions`.
   */
  addCredits(keyId: string, amount: string, by: string): Promise<KeyInfo>
  /** Returns all credits that were ever added, oldest first. */
  additions(): Promise<readonly Addition[]>
  /** Returns all charges of keys, under all of their plans, ordered by key, month and operation. */
  usage(query: UsageQuery): Promise<readonly MonthUsage[]>
  close(): Promise<void>
}
