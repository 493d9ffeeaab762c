import type { DatabaseSync } from 'node:sqlite'
import { FileStatements } from '../../../kit/store/file-statements.ts'
import type { BesideStore, KeyStore } from '../key-store.ts'
import { ACCESS_FORMAT } from './store.ts'

/** The keys in `access.sqlite`, which may be open for reading only. */
export class KeyFile extends FileStatements implements KeyStore {
  readonly revocations: BesideStore

  constructor(store: DatabaseSync, path: string, revocations: BesideStore) {
    super(store, path, ACCESS_FORMAT)
    this.revocations = revocations
  }
}
