import type { Log } from '../base/log.ts'
import type { BackgroundStore } from '../store/background.ts'
import type { Database } from './database.ts'

/**
 * Logged when a database works again. The text does not claim that nothing was lost, because a standby that took over
 * may lack the last changes.
 */
export const REGAINED = 'works again'

/**
 * Returns a database that a background job queries repeatedly. `consequence` is a sentence that says what happens while
 * the database cannot be used.
 */
export function followed(database: Database, log: Log, consequence = 'It is tried again.'): BackgroundStore {
  const names = { noun: 'database', files: '' }
  return { path: database.name, names, log, consequence, afterwards: REGAINED }
}
