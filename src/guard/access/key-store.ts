import type { Statements } from '../../kit/store/statements.ts'

/**
 * Where keys are stored, with what they used: the file of a data folder, or a database of any number of nodes. Every
 * method rejects with a CommandFault of one sentence where that cannot be read or written.
 */
export interface KeyStore extends Statements {
  /** Does `change` wholly or not at all, with no other change of keys in between. Running services notice it. */
  change<T>(change: (within: Statements) => Promise<T>): Promise<T>
  /** Room for revocations while the store cannot be written; absent where nothing is beside it. */
  readonly revocations?: BesideStore
  close(): Promise<void>
}

export interface BesideStore {
  /** Keys with the moment from which they are revoked. */
  read(): ReadonlyMap<string, number>
  /** Throws when there is no room. `isKept`: the key is revoked in the store. */
  add?(keyId: string, sinceMs: number, isKept: (keyId: string) => boolean): void
}
