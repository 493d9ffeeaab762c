import type { Log } from '../base/log.ts'
import { Database, type DatabaseOptions } from '../base/postgres/database.ts'
import { migrate } from '../base/postgres/migrations.ts'
import type { CardMaker } from './cards.ts'
import type { CatalogStore } from './catalog-store.ts'
import { PostgresCatalog } from './postgres/catalog.ts'
import { CATALOG_PART } from './postgres/schema.ts'
import { PostgresStore } from './postgres/store.ts'
import { openStoredRecords } from './postgres/stored-records.ts'
import type { StoredRecords } from './stored-records.ts'
import type { Withheld } from './withheld.ts'

// Apart from what a data folder needs, so that nothing of it is loaded where there is no database.

/** Makes the tables of a catalogue, or brings them up to date, while nodes serve. */
export function migrateCatalog(database: Database): Promise<void> {
  return migrate(database, CATALOG_PART)
}

/** The catalogue of a database whose tables are up to date. */
export function databaseStore(url: string, name: string): CatalogStore {
  return new PostgresStore(url, name)
}

export interface DatabaseCatalogOptions {
  /** Whose tables are up to date; perhaps a replica. */
  readonly database: DatabaseOptions
  /** Where that is one: the database that it follows. */
  readonly primary?: DatabaseOptions | undefined
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
  /** See `PostgresCatalogOptions`. */
  readonly makesCards?: boolean
}

/** Opens all records of a database, as they are now, to be read one after the other. Throws a CommandFault. */
export function openDatabaseRecords(url: string, name: string, signal?: AbortSignal): StoredRecords {
  return openStoredRecords(url, name, signal)
}

/** Opens the catalogue of a database for reading, for one thread; rejects with a CommandFault where it cannot be read. */
export async function openDatabaseCatalog({
  database: at,
  primary,
  ...parts
}: DatabaseCatalogOptions): Promise<PostgresCatalog> {
  const database = await Database.open(at)
  try {
    return await PostgresCatalog.open({ database, ...parts, openPrimary: primary && (() => Database.open(primary)) })
  } catch (error) {
    await database.close()
    throw error
  }
}
