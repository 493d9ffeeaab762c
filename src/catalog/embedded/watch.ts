import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { openStoreFile } from '../../base/store-file.ts'
import { forceMark } from './folder.ts'
import { CATALOG_FORMAT } from './format.ts'
import { dataVersionOf } from './meta.ts'

/** Tells whether a catalogue file has been changed, or another one taken its place, since the watch began. */
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
    // A connection of its own: one with an open read transaction does not see that others have committed.
    this.#database = openStoreFile(path, CATALOG_FORMAT)
    this.#database.exec('PRAGMA busy_timeout = 0')
    this.#commits = this.#database.prepare('PRAGMA data_version')
    this.#seen = this.#commitCount()
  }

  /**
   * Whether there is something else than the state that is known. What leaves the contents as they are is no change: cards
   * made again in other words, a log that was emptied.
   */
  changed(currentPath: string, knownDataVersion: string): boolean {
    if (currentPath !== this.#path || forceMark(this.#dataDir) !== this.#mark) return true
    const seen = this.#commitCount()
    if (seen === this.#seen) return false
    if (dataVersionOf(this.#database) !== knownDataVersion) return true
    this.#seen = seen
    return false
  }

  /**
   * Does something that nobody's commit can come into. False when it was not done: somebody is committing, or has, or this
   * process may not write. Throws what SQLite says of a disk or a file.
   */
  whileNobodyCommits(dataVersion: string, action: () => void): boolean {
    if (!this.#beginWriting()) return false
    try {
      if (dataVersionOf(this.#database) !== dataVersion) return false
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
