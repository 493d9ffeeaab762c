import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Tells whether a catalogue file has been changed, or another one taken its place, since the watch began. */
export class Watch {
  readonly #path: string
  readonly #database: DatabaseSync
  readonly #dataVersion: StatementSync
  readonly #first: unknown

  constructor(path: string) {
    this.#path = path
    // A connection of its own: one with an open read transaction does not see that others have committed.
    this.#database = new DatabaseSync(path)
    this.#dataVersion = this.#database.prepare('PRAGMA data_version')
    this.#first = this.#look()
  }

  changed(currentPath: string): boolean {
    return currentPath !== this.#path || this.#look() !== this.#first
  }

  close(): void {
    this.#database.close()
  }

  #look(): unknown {
    return this.#dataVersion.get()?.data_version
  }
}
