import type { Day } from '../../kit/base/clock.ts'
import type { Usage } from './access.ts'
import type { KeyLimits } from './key-limits.ts'

/** A key as operators see it. The secret itself is not stored. */
export interface KeyInfo {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  readonly createdMs: number
  readonly lastUsedMs: number | undefined
  /** From this time on, the key is refused. */
  readonly expiresMs: number | undefined
  readonly revokedMs: number | undefined
  /** Whether the revocation is only in the fallback file `revocations`, because the store could not be written. */
  readonly revocationWaits: boolean
  /** After a rotation, the time until which the previous secret works. Undefined once it no longer works. */
  readonly overlapUntilMs: number | undefined
  /** Credits of the current plan period that were charged. 0 if the plans file has no such plan. */
  readonly creditsUsed: number
  /** Credits that the operator added to the current period. */
  readonly creditsAdded: number
  /** The plan's credits plus added credits in the current period. Undefined if the plans file has no such plan. */
  readonly creditsLimit: number | undefined
  /** When the current plan period began. Undefined if the plans file has no such plan. */
  readonly periodStartMs: number | undefined
  readonly limits: KeyLimits | undefined
}

/** A key that has used up a share of its period's credits. */
export interface QuotaAlert {
  readonly info: KeyInfo
  readonly percent: 80 | 100
}

/** A change to a key, as the key log shows it. */
export interface KeyEvent {
  readonly atMs: number
  readonly keyId: string
  readonly action: 'created' | 'rotated' | 'revoked' | 'plan changed' | 'limits changed' | 'credits added' | 'alerted'
  /** Details such as the new plan; empty if there are none. */
  readonly detail: string
  /** Who changed the key: the user of the command, or the caller of the operators' pages. */
  readonly by: string
}

/** A key to create. */
export interface WantedKey {
  readonly plan: string
  readonly label: string
  readonly expiresMs?: number | undefined
  readonly limits?: KeyLimits | undefined
}

/** Calls and credits charged to a key. Usage includes the demo key, unlike lists of keys. */
export interface KeyUsage {
  readonly keyId: string
  readonly calls: number
  readonly credits: number
}

/** Calls of one operation charged to a key in one month (UTC). */
export interface MonthUsage extends KeyUsage {
  /** Empty for the demo key. */
  readonly label: string
  /** For example `2026-11`. */
  readonly month: string
  readonly operation: string
}

/** Days in UTC, from first to last, both included. `keyId` limits the query to one key. */
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
  /** The operator's user name. Undefined for credits that an older version of Plat added. */
  readonly by: string | undefined
}

export interface IssuedKey {
  /** The secret, which is never shown again. */
  readonly key: string
  readonly info: KeyInfo
}

/** Recently used keys, latest first, with their charges since a day. */
export interface LastUsed {
  readonly keys: readonly (KeyInfo & { readonly used: Omit<KeyUsage, 'keyId'> })[]
  /** Number of all keys. */
  readonly total: number
}

/**
 * Reads the usage of keys, even while a service runs. Credits of unfinished calls count as charged. The time of last
 * use may be a second old. All methods reject with a CommandFault that gives the reason.
 */
export interface KeysRead {
  lastUsed(limit: number, since: Day): Promise<LastUsed>
  /** Returns all charges since a day: by day and operation, and by key (most credits first). */
  used(since: Day, limit: number): Promise<{ readonly days: readonly Usage[]; readonly keys: readonly KeyUsage[] }>
  /** Returns the newest changes to keys, newest first. */
  events(limit: number): Promise<readonly KeyEvent[]>
  /**
   * Returns the ids of all keys that can have no saved searches: they were revoked, have expired, or are limited to
   * places.
   */
  refused(): Promise<readonly string[]>
  close(): void
}

/**
 * Administers keys. Running services apply changes within a second. Methods accept a key's id or its secret, for
 * example a leaked secret. Keys are never deleted. Every method is all or nothing, even if several calls run
 * concurrently. Methods reject with a CommandFault if the key or plan does not exist, or the store cannot be written.
 */
export interface Keyring {
  create(wanted: WantedKey): Promise<IssuedKey>
  /** Returns all keys, oldest first. */
  list(): Promise<readonly KeyInfo[]>
  /** Gives the key a new secret and keeps its credits. The old secret keeps working for `overlapMs`. */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey>
  /**
   * Revokes a key. Does nothing if it is already revoked. If the disk is full, writes the fallback file `revocations`,
   * which running services obey. A running service copies the revocation to the key file when there is room.
   */
  revoke(keyId: string): Promise<KeyInfo>
  /** Puts the key on a plan, with unspent credits in a new period. Does nothing if the key is already on the plan. */
  changePlan(keyId: string, plan: string): Promise<KeyInfo>
  /**
   * Adds credits to the key's current period.
   * @param amount A whole number, as the operator typed it.
   */
  addCredits(keyId: string, amount: string): Promise<KeyInfo>
  /** Replaces the limits of a key. Undefined removes them. */
  limit(keyId: string, limits: KeyLimits | undefined): Promise<KeyInfo>
  /** Returns all additions of credits, oldest first. */
  additions(): Promise<readonly Addition[]>
  /** Returns the newest changes to keys, newest first. */
  events(limit: number): Promise<readonly KeyEvent[]>
  /**
   * Returns alerts about keys that were used since a time, and logs the alerts. Each key gets an alert of a percentage
   * only once per period, even if several nodes call this.
   */
  alerts(sinceMs: number): Promise<readonly QuotaAlert[]>
  /** Returns all charges of keys under all their plans, by key, month and operation. */
  usage(query: UsageQuery): Promise<readonly MonthUsage[]>
  close(): Promise<void>
}
