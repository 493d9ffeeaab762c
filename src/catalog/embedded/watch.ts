import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { forceMark } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import { dataVersionOf } from './meta.ts'

/** Tells whether a catalogue file has been changed or replaced since the watch began. */
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
   * Whether the catalogue differs from the known state. Commits that leave it as it is do not count: cards made again,
   * a truncated log.
   */
  changed(currentPath: string, knownVersion: string): boolean {
    if (!this.isOf(currentPath)) return true
    const seen = this.#commitCount()
    if (seen === this.#seen) return false
    if (dataVersionOf(this.#database) !== knownVersion) return true
    this.#seen = seen
    return false
  }

  /**
   * Runs an action while the write lock keeps others from committing. False when it did not run: somebody is
   * committing or has committed, or this process may not write. Throws SQLite's errors about the disk or the file.
   */
  whileNobodyCommits(stateVersion: string, action: () => void): boolean {
    if (!this.#beginWriting()) return false
    try {
      if (dataVersionOf(this.#database) !== stateVersion) return false
      action()
      return true
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
