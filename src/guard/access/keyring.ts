import type { Day } from '../../kit/base/clock.ts'
import type { Usage } from './access.ts'

/** A key as an operator sees it; the secret itself is not kept anywhere. */
export interface KeyInfo {
  readonly keyId: string
  readonly label: string
  readonly plan: string
  readonly createdMs: number
  readonly lastUsedMs: number | undefined
  /** From this moment on the key is refused. */
  readonly expiresMs: number | undefined
  readonly revokedMs: number | undefined
  /** The revocation is only in the file `revocations`, since the store could not be written. */
  readonly revocationWaits: boolean
  /** Until when the secret before the last rotation is accepted too; undefined when it no longer is. */
  readonly overlapUntilMs: number | undefined
  /** Settled credits of the current plan period; 0 when the plan is not in the plans file. */
  readonly creditsUsed: number
  /** Credits that the operator has added in the current period. */
  readonly creditsAdded: number
  /** Credits of the current period: those of the plan and those added; undefined when it is not in the plans file. */
  readonly creditsLimit: number | undefined
}

/** Calls and credits that a key was charged for. The demo key is not listed, but has used credits all the same. */
export interface KeyUsage {
  readonly keyId: string
  readonly calls: number
  readonly credits: number
}

/** Calls of one operation that a key was charged for in a month, in UTC. */
export interface MonthUsage extends KeyUsage {
  /** Empty for the demo key. */
  readonly label: string
  /** The year and the month, `2026-11`. */
  readonly month: string
  readonly operation: string
}

/** Days in UTC, both included, and perhaps one key. */
export interface UsageQuery {
  readonly since: Day
  readonly until: Day
  readonly keyId?: string | undefined
}

/** Credits that somebody added to a key. */
export interface Addition {
  readonly keyId: string
  readonly credits: number
  readonly addedMs: number
  /** The name of a user of the operator's machine; undefined for additions from before that was noted. */
  readonly by: string | undefined
}

export interface IssuedKey {
  /** The secret: handed out here and never again. */
  readonly key: string
  readonly info: KeyInfo
}

/** The keys that were used last, the latest first, each with what it was charged from a day on. */
export interface LastUsed {
  readonly keys: readonly (KeyInfo & { readonly used: Omit<KeyUsage, 'keyId'> })[]
  /** How many keys there are. */
  readonly total: number
}

/**
 * Use of keys, read beside the service that keeps them: nothing is written or made. Calls that the service
 * has not written down yet, some tenths of a second old as a rule, are not in it. Every method rejects with a
 * CommandFault that says in one sentence why that cannot be read.
 */
export interface KeysRead {
  lastUsed(limit: number, since: Day): Promise<LastUsed>
  /** All that keys were charged from a day on: by day and operation, and by key, those with the most credits first. */
  used(since: Day, limit: number): Promise<{ readonly days: readonly Usage[]; readonly keys: readonly KeyUsage[] }>
  /** The ids of all keys that are refused, since they were revoked or have expired. */
  refused(): Promise<readonly string[]>
  close(): void
}

/**
 * Administration of keys. A running service puts every change into force within a second. Keys are named by their id,
 * or by the secret itself, for the one that was found where it should not be. Nothing is ever deleted. Every method
 * rejects with a CommandFault that says in one sentence why it cannot be done: no such key, no such plan, a store that
 * cannot be written. Each method is done wholly or not at all, beside any number of others at the same time.
 */
export interface Keyring {
  create(wanted: { plan: string; label: string; expiresMs?: number | undefined }): Promise<IssuedKey>
  /** In the order of their creation. */
  list(): Promise<readonly KeyInfo[]>
  /** A new secret for the same key, with its credits; the old one is accepted for `overlapMs` more. */
  rotate(keyId: string, overlapMs: number): Promise<IssuedKey>
  /**
   * Revoking again changes nothing. Where the store cannot be written, since the disk is full, the revocation stands
   * beside it: it is in force all the same, and a running service takes it into the store once there is room.
   */
  revoke(keyId: string): Promise<KeyInfo>
  /** Begins a new period with unspent credits; a key that is on that plan already is left as it is. */
  changePlan(keyId: string, plan: string): Promise<KeyInfo>
  /**
   * Adds credits, a whole number as the operator wrote it, to the current period of the key's plan. `by`: who does it,
   * which `additions` tells from then on.
   */
  addCredits(keyId: string, given: string, by: string): Promise<KeyInfo>
  /** All credits that were ever added, in the order in which they were. */
  additions(): Promise<readonly Addition[]>
  /** All that keys were charged, under all of their plans, by key, month and operation, in this order. */
  usage(query: UsageQuery): Promise<readonly MonthUsage[]>
  close(): Promise<void>
}
