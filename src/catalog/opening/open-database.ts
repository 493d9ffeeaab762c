import type { Log } from '../../kit/base/log.ts'
import { Database, type DatabaseOptions } from '../../kit/postgres/database.ts'
import { migrate } from '../../kit/postgres/migrations.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { CatalogStore } from '../ports/catalog-store.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import type { Withheld } from '../ports/withheld.ts'
import { PostgresCatalog } from '../postgres/catalog.ts'
import { PostgresStore } from '../postgres/store.ts'
import { openStoredRecords } from '../postgres/stored-records.ts'
import { COMMIT_CHANNEL } from '../postgres/tables/commits.ts'
import { CATALOG_PART, dropOther } from '../postgres/tables/schema.ts'

// Separate from the code for data folders, so that it is loaded only for databases.

/**
 * Creates the tables of a catalog. If tables of another format exist, drops them if `replaced` allows this, and
 * otherwise rejects with a CommandFault.
 */
export async function migrateCatalog(database: Database, replaced?: 'any' | 'sample'): Promise<void> {
  if (replaced !== undefined) await database.inTransaction((connection) => connection.run(dropOther(replaced)))
  await migrate(database, CATALOG_PART)
}

/** Returns the catalog of a database whose tables are up to date. */
export function databaseStore(url: string, name: string): CatalogStore {
  return new PostgresStore(url, name)
}

interface DatabaseCatalogOptions {
  /** The tables must be up to date. May be a replica. */
  readonly database: DatabaseOptions
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/**
 * Opens all records of a database's current state, for reading them one by one. Throws a CommandFault if that fails.
 */
export function openDatabaseRecords(url: string, name: string, signal?: AbortSignal): StoredRecords {
  return openStoredRecords(url, name, signal)
}

/** Opens the catalog of a database for one thread. Rejects with a CommandFault if the catalog cannot be read. */
export async function openDatabaseCatalog({
  database: at,
  ...parts
}: DatabaseCatalogOptions): Promise<PostgresCatalog> {
  const database = await Database.open({ ...at, channel: COMMIT_CHANNEL })
  try {
    return await PostgresCatalog.open({ database, ...parts })
  } catch (error) {
    await database.close()
    throw error
  }
}
