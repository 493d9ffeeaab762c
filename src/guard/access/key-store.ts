import type { Statements } from '../../kit/store/statements.ts'

/**
 * Stores keys and their usage in the file of a data folder or in a database. All methods reject with a CommandFault if
 * the store cannot be read or written.
 */
export interface KeyStore extends Statements {
  /** Runs `change` in a transaction, after all earlier changes. Running services notice the change. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Stores revocations if the store itself cannot be written. Some backends have no such fallback. */
  readonly revocations?: RevocationFallback
  close(): Promise<void>
}

export interface RevocationFallback {
  /** Returns the time from which each key is revoked. */
  read(): ReadonlyMap<string, number>
  /**
   * Throws if there is no room.
   * @param isStored Whether the store already has the revocation of a key.
   */
  add?(keyId: string, sinceMs: number, isStored: (keyId: string) => boolean): void
}
