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

// Apart from what a data folder needs, so that nothing of it is loaded where there is no database.

/**
 * Makes the tables of a catalog. Rejects with a CommandFault if there are tables of another format, unless `replaced`
 * says that they are to be replaced: then they are dropped.
 */
export async function migrateCatalog(database: Database, replaced?: 'any' | 'sample'): Promise<void> {
  if (replaced !== undefined) await database.inTransaction((connection) => connection.run(dropOther(replaced)))
  await migrate(database, CATALOG_PART)
}

/** The catalog of a database whose tables are up to date. */
export function databaseStore(url: string, name: string): CatalogStore {
  return new PostgresStore(url, name)
}

interface DatabaseCatalogOptions {
  /** Whose tables are up to date; perhaps a replica. */
  readonly database: DatabaseOptions
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/** Opens all records of a database, as they are now, to be read one after the other. Throws a CommandFault. */
export function openDatabaseRecords(url: string, name: string, signal?: AbortSignal): StoredRecords {
  return openStoredRecords(url, name, signal)
}

/** Opens the catalog of a database for reading, for one thread; rejects with a CommandFault where it cannot be read. */
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
