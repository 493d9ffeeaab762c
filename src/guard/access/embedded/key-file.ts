import type { DatabaseSync } from 'node:sqlite'
import { FileStatements } from '../../../kit/store/file-statements.ts'
import type { KeyStore, RevocationFallback } from '../key-store.ts'
import { ACCESS_FORMAT } from './store.ts'

/** The keys in `access.sqlite`. The file may be open for reading only. */
export class KeyFile extends FileStatements implements KeyStore {
  readonly revocations: RevocationFallback

  constructor(store: DatabaseSync, path: string, revocations: RevocationFallback) {
    super(store, path, ACCESS_FORMAT)
    this.revocations = revocations
  }
}
