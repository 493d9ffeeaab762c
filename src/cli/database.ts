import { migrateAccess } from '../access/index.ts'
import { Database, type DatabaseOptions } from '../base/postgres/database.ts'
import type { Settings } from '../base/settings.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'databaseReadUrl' | 'databaseConnections'>

/** The databases that one thread uses, and how many connections it may have to each. */
export interface Databases {
  readonly access: DatabaseOptions
  /** Perhaps a replica. Not those of access: a search that takes long must not keep credits waiting. */
  readonly catalog: DatabaseOptions
}

/** Of the process, for the thread that keeps watch beside those that answer calls. */
const MAIN_CONNECTIONS = 2

/** What a command uses, or the thread of a process that does everything; undefined where there is only a data folder. */
export function databaseOf({ databaseUrl: url, databaseConnections }: DatabaseSettings): DatabaseOptions | undefined {
  return url === '' ? undefined : { url, connections: Math.min(databaseConnections, MAIN_CONNECTIONS) }
}

/** What each of a number of threads that answer calls uses. */
export function databasesOf(settings: DatabaseSettings, threads: number): Databases | undefined {
  const { databaseUrl: url, databaseReadUrl, databaseConnections } = settings
  if (url === '') return undefined
  const share = Math.max(2, Math.floor((databaseConnections - MAIN_CONNECTIONS) / threads))
  const access = share > 3 ? 2 : 1
  return {
    access: { url, connections: access },
    catalog: { url: databaseReadUrl || url, connections: share - access },
  }
}

/** Brings the tables up to date, while other nodes serve; rejects with a CommandFault where that is not possible. */
export async function bringUpDatabase(at: DatabaseOptions): Promise<void> {
  const database = await Database.open(at)
  try {
    await migrateAccess(database)
  } finally {
    await database.close()
  }
}

/** The keys' database, its tables up to date; undefined where a data folder has the keys. */
export async function readyDatabase(settings: DatabaseSettings): Promise<DatabaseOptions | undefined> {
  const database = databaseOf(settings)
  if (database !== undefined) await bringUpDatabase(database)
  return database
}
