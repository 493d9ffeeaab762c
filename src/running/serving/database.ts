import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { Database, type DatabaseOptions } from '../../kit/postgres/database.ts'

export type DatabaseSettings = Pick<
  Settings,
  'databaseUrl' | 'databaseReadUrl' | 'accessDatabaseUrl' | 'databaseConnections' | 'databasePlans'
>

/** The databases that one thread uses, with the number of connections to each. */
export interface Databases {
  /** The primary database, for writing. */
  readonly primary: DatabaseOptions
  readonly access: DatabaseOptions
  /** The database from which catalog data is read: the primary or a replica. */
  readonly catalog: DatabaseOptions
}

/** Connections for the audit log and the list of hidden people: in the main thread, and in each worker. */
const PRIVACY = { main: 2, lane: 1 } as const
/** Number of connections of the thread that debits credits for all workers. */
const LEDGER = 2
/** Number of main-thread connections for saved searches and webhooks. */
const SUBSCRIPTIONS = 1
/** Number of connections of all threads except workers. */
const MAIN_CONNECTIONS = 7
/** Minimum number of connections per worker. */
const LEAST_CONNECTIONS = 2

/** Returns the database for a command; undefined if PLAT_DATABASE_URL is not set. */
export function databaseOf(settings: DatabaseSettings): DatabaseOptions | undefined {
  const { databaseUrl: url, accessDatabaseUrl, databaseConnections } = settings
  if (url === '' && accessDatabaseUrl !== '') throw new CommandFault(NO_PRIMARY, EXIT.usage)
  return url === '' ? undefined : { url, connections: databaseConnections === 1 ? 1 : 2 }
}

const NO_PRIMARY =
  'PLAT_ACCESS_DATABASE_URL is set without PLAT_DATABASE_URL: set both, because keys can be in a database only if the catalog is in a database too.'

/**
 * Returns the databases for one thread; undefined if PLAT_DATABASE_URL is not set.
 *
 * @param threads The number of workers if the thread is a worker; 0 for the main thread.
 */
export function databasesOf(settings: DatabaseSettings, threads: number): Databases | undefined {
  const { databaseUrl: url, databaseReadUrl, databaseConnections, databasePlans: plans } = settings
  if (databaseOf(settings) === undefined) return undefined
  const isMain = threads === 0
  const share = isMain ? MAIN_CONNECTIONS : shareOf(databaseConnections, threads)
  return {
    primary: { url, connections: isMain ? 2 : 1 },
    access: { url: accessUrlOf(settings), connections: LEDGER },
    catalog: {
      url: databaseReadUrl || url,
      plans,
      connections: share - (isMain ? LEDGER + PRIVACY.main + SUBSCRIPTIONS : PRIVACY.lane),
    },
  }
}

/**
 * Returns the maximum number of connections of a service: the setting, or the minimum for its workers if that is
 * higher.
 */
export function connectionsOf({ databaseConnections }: DatabaseSettings, threads: number): number {
  return Math.max(databaseConnections, MAIN_CONNECTIONS + threads * shareOf(databaseConnections, threads))
}

/**
 * Default maximum number of connections per node if two nodes share a database, and for a single node. PostgreSQL's
 * default limit is 97.
 */
const [OF_TWO_NODES, OF_ONE_NODE] = [48, 90]
/** Default connections per worker, the preferred number first. One of them reads the list of hidden people. */
const SHARES = [4, 3] as const

/** Returns the default number of connections of a service. */
function usualConnections(threads: number): number {
  const all = (share: number) => MAIN_CONNECTIONS + threads * share
  const [, few] = SHARES
  const share = SHARES.find((each) => all(each) <= OF_TWO_NODES) ?? (all(few) <= OF_ONE_NODE ? few : LEAST_CONNECTIONS)
  return all(share)
}

/** Returns the number of connections per worker. `set`: the setting; 0 means the default. */
function shareOf(set: number, threads: number): number {
  const connections = set === 0 ? usualConnections(threads) : set
  return Math.max(LEAST_CONNECTIONS, Math.floor((connections - MAIN_CONNECTIONS) / threads))
}

/** Returns the URL of the database with keys and credits. */
export function accessUrlOf({ accessDatabaseUrl, databaseUrl }: DatabaseSettings): string {
  return accessDatabaseUrl || databaseUrl
}

/**
 * Brings the tables up to date and returns the database's name for messages. Other nodes can keep running.
 *
 * Leaves a separate database of keys and credits unchanged, because imports do not need it.
 *
 * @param replaced Which catalogs may have an incompatible format, because the command will replace them.
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

/**
 * Brings the tables of keys and credits up to date. The modules are imported here, so that imports into folders start
 * faster.
 */
async function bringUpAccess(database: Database): Promise<void> {
  const { migrateAccess } = await import('../../guard/access/migrations.ts')
  await migrateAccess(database)
}

/** Opens a database for `work`, then closes it. */
export async function inDatabase<T>(at: DatabaseOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await Database.open(at)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Brings the tables of keys and credits up to date and returns their database; undefined if PLAT_DATABASE_URL is not
 * set. Rejects with a CommandFault if the database cannot be used.
 */
export async function readyAccess(settings: DatabaseSettings): Promise<DatabaseOptions | undefined> {
  const database = databaseOf(settings)
  if (database === undefined) return undefined
  const url = accessUrlOf(settings)
  if (url === database.url) await bringUpDatabase(settings)
  else await inDatabase({ url }, bringUpAccess)
  return { ...database, url }
}

/**
 * Throws if a database is configured, for commands that support only data folders. `instead`: what to use with a
 * database.
 */
export function refuseDatabase({ databaseUrl }: DatabaseSettings, command: string, instead: string): void {
  if (databaseUrl === '') return
  throw new CommandFault(
    `Cannot use ./plat ${command} with PLAT_DATABASE_URL, because it works on the files of a data folder: ${instead}.`,
    EXIT.usage,
  )
}
