import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { forceMark } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import type { Snapshot } from './reader.ts'
import { stateVersionOf } from './segments.ts'

/** Tells whether a catalog file has been changed or replaced since the watch began. */
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
    // A separate connection: one with an open read transaction does not see other connections' commits.
    this.#database = openStoreFile(path, CATALOG_FORMAT)
    this.#database.exec('PRAGMA busy_timeout = 0')
    this.#commits = this.#database.prepare('PRAGMA data_version')
    this.#seen = this.#commitCount()
  }

  /** Whether it is the file that is watched, and was not put in its place again. */
  isOf(currentPath: string): boolean {
    return currentPath === this.#path && forceMark(this.#dataDir) === this.#mark
  }

  /**
   * Whether the catalog differs from the known state. Commits that leave it as it is do not count, such as a truncated
   * log.
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
   * Has a snapshot begin its read transaction again while the write lock keeps others from committing. False if that
   * cannot be done now: somebody is committing or has committed, or this process may not write.
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
