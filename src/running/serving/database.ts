import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { Database, type DatabaseOptions } from '../../kit/postgres/database.ts'

export type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseReadUrl' | 'accessDatabaseUrl' | 'databaseConnections'
>

/** The databases that one thread uses, and how many connections it may have to each. */
export interface Databases {
  /** The database itself, for those who write. Privacy has its own connections to it: `PRIVACY`. */
  readonly primary: DatabaseOptions
  readonly access: DatabaseOptions
  /** Perhaps a replica. */
  readonly catalog: DatabaseOptions
}

/** Connections of privacy: of the main thread, which writes the audit log, and of each thread that answers calls. */
const PRIVACY = { main: 2, lane: 1 } as const
/** Connections of the thread that debits the calls of all others. */
const LEDGER = 2
/** Connections of the thread that keeps subscriptions for all others. */
const SUBSCRIPTIONS = 1
/** Connections of the thread that keeps watch beside those that answer calls. */
const MAIN_CONNECTIONS = 7
/** Connections that each thread that answers calls needs. */
const LEAST_CONNECTIONS = 2

/** The database of a command, or of the thread of a process that does everything; undefined where there is only a folder. */
export function databaseOf(settings: DatabaseSettings): DatabaseOptions | undefined {
  const { databaseUrl: url, accessDatabaseUrl, databaseConnections } = settings
  if (url === '' && accessDatabaseUrl !== '') throw new CommandFault(NO_PRIMARY, EXIT.usage)
  return url === '' ? undefined : { url, connections: databaseConnections === 1 ? 1 : 2 }
}

const NO_PRIMARY =
  'PLAT_ACCESS_DATABASE_URL is set, but PLAT_DATABASE_URL is not: keys can be in a database of their own only where the catalogue is in one, too.'

/**
 * The databases of each of a number of threads that answer calls; undefined where there is only a data folder.
 * `threads`: 0 for the main thread beside them.
 */
export function databasesOf(settings: DatabaseSettings, threads: number): Databases | undefined {
  const { databaseUrl: url, databaseReadUrl, databaseConnections } = settings
  if (databaseOf(settings) === undefined) return undefined
  const isMain = threads === 0
  const share = isMain ? MAIN_CONNECTIONS : shareOf(databaseConnections, threads)
  return {
    primary: { url, connections: isMain ? 2 : 1 },
    access: { url: accessUrlOf(settings), connections: LEDGER },
    catalog: {
      url: databaseReadUrl || url,
      connections: share - (isMain ? LEDGER + PRIVACY.main + SUBSCRIPTIONS : PRIVACY.lane),
    },
  }
}

/** Returns the most connections that a service opens: those of the settings, or the fewest that its threads need. */
export function connectionsOf({ databaseConnections }: DatabaseSettings, threads: number): number {
  return Math.max(databaseConnections, MAIN_CONNECTIONS + threads * shareOf(databaseConnections, threads))
}

/** The connections of each of two nodes, or of one with many threads: a server takes 97 unless it is told otherwise. */
const [OF_TWO_NODES, OF_ONE_NODE] = [48, 90]
/** Connections of a thread if nothing is set: one for privacy, and the others for reading. */
const SHARES = [4, 3] as const

/** Returns the connections of a service if nothing is set. */
function usualConnections(threads: number): number {
  const all = (share: number) => MAIN_CONNECTIONS + threads * share
  const [, few] = SHARES
  const share = SHARES.find((each) => all(each) <= OF_TWO_NODES) ?? (all(few) <= OF_ONE_NODE ? few : LEAST_CONNECTIONS)
  return all(share)
}

/** Returns the connections of one of the threads that answer calls. */
function shareOf(set: number, threads: number): number {
  const connections = set === 0 ? usualConnections(threads) : set
  return Math.max(LEAST_CONNECTIONS, Math.floor((connections - MAIN_CONNECTIONS) / threads))
}

/** The address of the database that has keys and credits. */
export function accessUrlOf({ accessDatabaseUrl, databaseUrl }: DatabaseSettings): string {
  return accessDatabaseUrl || databaseUrl
}

/**
 * Brings the tables up to date, while other nodes serve, and answers what sentences call the database. Those of keys and
 * credits are left alone where they are in another one, which need not be there for an import. `replaced`: the catalogs
 * of another format that are about to be replaced.
 */
export function bringUpDatabase(settings: DatabaseSettings, replaced?: 'any' | 'sample'): Promise<string> {
  const { databaseUrl: url } = settings
  return inDatabase({ url }, async (database) => {
    const { migrateCatalog } = await import('../../catalog/opening/open-database.ts')
    if (accessUrlOf(settings) === url) await bringUpAccess(database)
    await migrateCatalog(database, replaced)
    return database.name
  })
}

/** Loads what it needs only here, so that an import into a folder does not wait for it. */
async function bringUpAccess(database: Database): Promise<void> {
  const { migrateAccess } = await import('../../guard/access/migrations.ts')
  await migrateAccess(database)
}

/** Opens a database for as long as something is done in it. */
export async function inDatabase<T>(at: DatabaseOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(at)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * The database that has keys and credits, its tables up to date; undefined where there is only a data folder. Rejects
 * with a CommandFault.
 */
export async function readyAccess(settings: DatabaseSettings): Promise<DatabaseOptions | undefined> {
  const database = databaseOf(settings)
  if (database === undefined) return undefined
  const url = accessUrlOf(settings)
  if (url === database.url) await bringUpDatabase(settings)
  else await inDatabase({ url }, bringUpAccess)
  return { ...database, url }
}

/** Refuses a command about the files of a data folder if there is a database. `instead` says what does the same there. */
export function refuseDatabase({ databaseUrl }: DatabaseSettings, command: string, instead: string): void {
  if (databaseUrl === '') return
  throw new CommandFault(
    `Cannot use ./plat ${command} with PLAT_DATABASE_URL: it is about the files of a data folder; ${instead}.`,
    EXIT.usage,
  )
}
