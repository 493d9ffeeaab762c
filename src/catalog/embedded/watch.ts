import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { forceMark } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import type { Snapshot } from './reader.ts'
import { stateVersionOf } from './segments.ts'

/** Notices whether a catalog file has been changed or replaced since the watch began. */
export class Watch {
  readonly #dataDir: string
  readonly #path: string
  readonly #mark: string
  readonly #database: DatabaseSync
  readonly #commits: StatementSync
  #seen: unknown

  constructor(dataDir: string, path: string) {
    this.#dataDir = dataDir
    this.#path = path
    this.#mark = forceMark(dataDir)
    // Has its own connection: one with an open read transaction does not see the commits of other connections.
    this.#database = openStoreFile(path, CATALOG_FORMAT)
    this.#database.exec('PRAGMA busy_timeout = 0')
    this.#commits = this.#database.prepare('PRAGMA data_version')
    this.#seen = this.#commitCount()
  }

  /**
   * Whether `currentPath` is still the watched file. False if the pointer file was written again since the watch began.
   */
  isOf(currentPath: string): boolean {
    return currentPath === this.#path && forceMark(this.#dataDir) === this.#mark
  }

  /**
   * Whether the catalog differs from the known state. A commit that changes no contents, such as emptying the log, does
   * not count.
   */
  changed(currentPath: string, knownVersion: string): boolean {
    if (!this.isOf(currentPath)) return true
    const seen = this.#commitCount()
    if (seen === this.#seen) return false
    if (stateVersionOf(this.#database) !== knownVersion) return true
    this.#seen = seen
    return false
  }

  /**
   * Lets a snapshot begin a new read transaction while the write lock prevents commits. Returns false if another
   * process is committing or has committed, or if this process may not write.
   */
  renew(snapshot: Snapshot): boolean {
    if (!this.#beginWriting()) return false
    try {
      const isNewest = snapshot.isOf(this.#database)
      if (isNewest) snapshot.renewTransaction()
      return isNewest
    } finally {
      this.#database.exec('ROLLBACK')
    }
  }

  close(): void {
    this.#database.close()
  }

  #beginWriting(): boolean {
    try {
      this.#database.exec('BEGIN IMMEDIATE')
      return true
    } catch {
      return false
    }
  }

  #commitCount(): unknown {
    return this.#commits.get()?.data_version
  }
}
