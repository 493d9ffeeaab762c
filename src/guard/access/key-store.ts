import type { Statements } from '../../kit/store/statements.ts'

/**
 * Stores keys and their usage: the file of a data folder, or a database of any number of nodes. Every method rejects
 * with a CommandFault of one sentence if the store cannot be read or written.
 */
export interface KeyStore extends Statements {
  /** Runs `change` in a transaction, one change of keys at a time. Running services notice the change. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Stores revocations while the store itself cannot be written. Absent for backends without such a fallback. */
  readonly revocations?: RevocationFallback
  close(): Promise<void>
}

export interface RevocationFallback {
  /** Keys with the time from which they are revoked. */
  read(): ReadonlyMap<string, number>
  /** Throws if there is no room. `isStored`: whether the store has the revocation of a key. */
  add?(keyId: string, sinceMs: number, isStored: (keyId: string) => boolean): void
}
