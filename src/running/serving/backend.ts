import { type Backend, databaseBackend, folderBackend } from '../../catalog/opening/backend.ts'
import type { CatalogStore } from '../../catalog/ports/catalog-store.ts'
import type { Withheld } from '../../catalog/ports/withheld.ts'
import { withheldNow } from '../../guard/privacy/index.ts'
import type { Settings } from '../../kit/base/settings.ts'
import { bringUpDatabase, type DatabaseSettings, databaseOf, databasesOf } from './database.ts'

/**
 * Returns the backend of the settings, with the tables of a database up to date. `statementMs` is the time limit of a
 * search, if it is not that of a call.
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

/** The backend of a thread of a service, once another one has brought the tables up to date. */
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
 * The store that a command reads and writes, with its tables up to date. `replaced`: the catalogs of another format that
 * the command is about to replace.
 */
export async function catalogStoreOf(
  settings: DatabaseSettings & Pick<Settings, 'data'>,
  replaced?: 'any' | 'sample',
): Promise<CatalogStore> {
  return (await backendOf(settings, { replaced })).store
}

/** Returns who is withheld at this moment, for a catalogue that is about to be written. */
export function withheldOf(settings: DatabaseSettings & Pick<Settings, 'data'>): Promise<Withheld> {
  return withheldNow(settings.data, databaseOf(settings))
}
