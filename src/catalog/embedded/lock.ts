import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../base/store-fault.ts'

/**
 * Allows one writer at a time per data folder: an exclusive lock on a lock file, which the system releases when the
 * process ends, however it ends. Throws a CommandFault while another process writes.
 */
export class WriterLock {
  readonly #database: DatabaseSync

  constructor(dataDir: string) {
    this.#database = guarded(dataDir, { noun: 'catalogue in', files: 'catalogue.lock' }, () => {
      const database = new DatabaseSync(join(dataDir, 'catalogue.lock'), { timeout: 0 })
      database.exec('BEGIN EXCLUSIVE')
      return database
    })
  }

  release(): void {
    this.#database.close()
  }
}
