import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../kit/store/store-fault.ts'

/**
 * Allows one writer at a time per data folder, by an exclusive lock on a file. The system releases the lock when the
 * process ends, for any reason. Throws a CommandFault while another process is writing.
 */
export class WriterLock {
  readonly #database: DatabaseSync

  constructor(dataDir: string, file = 'catalogue.lock') {
    this.#database = guarded(dataDir, { noun: 'catalog in', files: file }, () => {
      const database = new DatabaseSync(join(dataDir, file), { timeout: 0 })
      try {
        database.exec('BEGIN EXCLUSIVE')
      } catch (error) {
        database.close()
        throw error
      }
      return database
    })
  }

  release(): void {
    this.#database.close()
  }
}

/** The lock that allows one process at a time to train the estimators of a catalog. Imports do not wait for it. */
export const LEARN_LOCK = 'catalogue-learn.lock'
