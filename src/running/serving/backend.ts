import { type Backend, databaseBackend, folderBackend } from '../../catalog/opening/backend.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import { withheldNow } from '../../guard/privacy/index.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { bringUpDatabase, type DatabaseSettings, databaseOf, databasesOf } from './database.ts'

/**
 * Opens the catalog as a Backend, and brings the tables of a database up to date.
 *
 * @param statementMs The time limit of a search. Default: the limit of an HTTP request.
 * @param replaced Which catalogs may have an incompatible format, because the command will replace them.
 */
export async function backendOf(
  settings: DatabaseSettings & Pick<Settings, 'data'>,
  { statementMs, replaced }: { readonly statementMs?: number; readonly replaced?: 'any' | 'sample' | undefined } = {},
): Promise<Backend> {
  const database = databaseOf(settings)
  if (database === undefined) return folderBackend(settings.data)
  return databaseBackend(database, await bringUpDatabase(settings, replaced), {
    ...database,
    ...(statementMs && { statementMs }),
  })
}

/** Opens the catalog for a worker of a service. The main thread has already brought the tables up to date. */
export async function laneBackendOf(
  settings: DatabaseSettings & Pick<Settings, 'data'>,
  threads: number,
): Promise<Backend> {
  const databases = databasesOf(settings, threads)
  return databases === undefined
    ? folderBackend(settings.data)
    : databaseBackend(databases.primary, 'the database', databases.catalog)
}

/**
 * Returns the store that a command reads and writes, and brings its tables up to date.
 *
 * @param replaced Which catalogs may have an incompatible format, because the command will replace them.
 */
export async function catalogStoreOf(
  settings: DatabaseSettings & Pick<Settings, 'data'>,
  replaced?: 'any' | 'sample',
): Promise<CatalogStore> {
  return (await backendOf(settings, { replaced })).store
}

/** Returns the people whom an import must hide from answers. */
export function withheldOf(settings: DatabaseSettings & Pick<Settings, 'data'>): Promise<Withheld> {
  return withheldNow(settings.data, databaseOf(settings))
}
