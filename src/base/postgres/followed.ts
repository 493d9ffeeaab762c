import type { BackgroundStore } from '../background.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'

/** What a log says once it is back. Not that nothing was lost: a standby that took over may lack the last changes. */
export const REGAINED = 'works again'

/** A database that a background job asks again and again; `meanwhile`: see `Trouble`. */
export function followed(database: Database, log: Log, meanwhile = 'It is tried again.'): BackgroundStore {
  const names = { noun: 'database', files: '' }
  return { path: database.name, names, log, meanwhile, afterwards: REGAINED }
}
