import type { Log } from '../base/log.ts'
import type { BackgroundStore } from '../store/background.ts'
import type { Database } from './database.ts'

/**
 * Log text for a database that is back. It does not say that nothing was lost, because a standby that took over may
 * lack the last changes.
 */
export const REGAINED = 'works again'

/** A database that a background job asks again and again; for `meanwhile` see `Trouble`. */
export function followed(database: Database, log: Log, meanwhile = 'It is tried again.'): BackgroundStore {
  const names = { noun: 'database', files: '' }
  return { path: database.name, names, log, meanwhile, afterwards: REGAINED }
}
