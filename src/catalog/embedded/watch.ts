import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { forceMark } from './folder.ts'

/** Tells whether a catalogue file has been changed, or another one taken its place, since the watch began. */
export class Watch {
  readonly #dataDir: string
  readonly #path: string
  readonly #mark: string
  readonly #database: DatabaseSync
  readonly #dataVersion: StatementSync
  readonly #first: unknown

  constructor(dataDir: string, path: string) {
    this.#dataDir = dataDir
    this.#path = path
    this.#mark = forceMark(dataDir)
    // A connection of its own: one with an open read transaction does not see that others have committed.
    this.#database = new DatabaseSync(path)
    this.#dataVersion = this.#database.prepare('PRAGMA data_version')
    this.#first = this.#look()
  }

  changed(currentPath: string): boolean {
    return currentPath !== this.#path || this.#look() !== this.#first || forceMark(this.#dataDir) !== this.#mark
  }

  close(): void {
    this.#database.close()
  }

  #look(): unknown {
    return this.#dataVersion.get()?.data_version
  }
}
