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
  /** Whether the revocation is only in the file `revocations`, because the store could not be written. */
  readonly revocationWaits: boolean
  /** Until when the previous secret still works after a rotation. Undefined once it has stopped working. */
  readonly overlapUntilMs: number | undefined
  /** Settled credits of the current plan period. 0 if the plans file lacks the plan. */
  readonly creditsUsed: number
  /** Credits that the operator added in the current period. */
  readonly creditsAdded: number
  /** Credits of the current period: those of the plan plus those added. Undefined if the plans file lacks the plan. */
  readonly creditsLimit: number | undefined
}

/** Calls and credits charged to a key. Lists of usage include the demo key; lists of keys do not. */
export interface KeyUsage {
  readonly keyId: string
  readonly calls: number
  readonly credits: number
}

/** Calls of one operation that were charged to a key in one month (UTC). */
export interface MonthUsage extends KeyUsage {
  /** Empty for the demo key. */
  readonly label: string
  /** The year and the month, `2026-11`. */
  readonly month: string
  readonly operation: string
}

/** A range of days in UTC, both inclusive. `keyId` limits the query to one key. */
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
  /** User name on the operator's machine. Undefined for credits added before names were stored. */
  readonly by: string | undefined
}

export interface IssuedKey {
  /** The secret. It is shown only once, here. */
  readonly key: string
  readonly info: KeyInfo
}

/** The most recently used keys, latest first, each with its charges since a day. */
export interface LastUsed {
  readonly keys: readonly (KeyInfo & { readonly used: Omit<KeyUsage, 'keyId'> })[]
  /** How many keys exist in all. */
  readonly total: number
}

/**
 * Reads the usage of keys while a service runs, and writes nothing. Calls that the service has not stored yet (usually
 * those of the last tenths of a second) are missing. Every method rejects with a CommandFault that gives the reason.
 */
export interface KeysRead {
  lastUsed(limit: number, since: Day): Promise<LastUsed>
  /** Returns all charges since a day: by day and operation, and by key, highest credits first. */
  used(since: Day, limit: number): Promise<{ readonly days: readonly Usage[]; readonly keys: readonly KeyUsage[] }>
  /** Returns the ids of all keys that were revoked or have expired. */
  refused(): Promise<readonly string[]>
  close(): void
}

/**
 * Administration of keys. A running service applies every change within a second. Methods accept the id of a key, or
 * the secret itself (for a secret that was found somewhere it should not be). No key is ever deleted. Every method is
 * all or nothing, even if several run at the same time. A method rejects with a CommandFault if the key or plan does
 * not exist or the store cannot be written.
 */
export interface Keyring {
  create(wanted: { plan: string; label: string; expiresMs?: number | undefined }): Promise<IssuedKey>
  /** Returns all keys, oldest first. */
  list(): Promise<readonly KeyInfo[]>
  /** Issues a new secret for the same key and credits. The old secret keeps working for `overlapMs`. */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey>
  /**
   * Revokes a key. Revoking a key again changes nothing. If the disk is full, the revocation is written to the file
   * `revocations` instead. The revocation applies at once, and a running service stores it in the key file as soon as
   * there is room.
   */
  revoke(keyId: string): Promise<KeyInfo>
  /** Begins a new period with unspent credits. Changes nothing if the key is already on the plan. */
  changePlan(keyId: string, plan: string): Promise<KeyInfo>
  /**
   * Adds credits to the current period of the key's plan. `amount`: a whole number as the operator typed it. `by`: the
   * name of the operator, for `additions`.
   */
  addCredits(keyId: string, amount: string, by: string): Promise<KeyInfo>
  /** Returns all credits that were ever added, oldest first. */
  additions(): Promise<readonly Addition[]>
  /** Returns all charges of keys under all of their plans, ordered by key, month and operation. */
  usage(query: UsageQuery): Promise<readonly MonthUsage[]>
  close(): Promise<void>
}
