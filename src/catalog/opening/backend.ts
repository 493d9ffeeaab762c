import type { MessagePort } from 'node:worker_threads'
import type { Log } from '../../kit/base/log.ts'
import type { DatabaseOptions } from '../../kit/postgres/database.ts'
import type { Loaded } from '../embedded/loaded.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog, KeptCatalog } from '../ports/catalog.ts'
import type { CatalogStore } from '../ports/catalog-store.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import type { Withheld } from '../ports/withheld.ts'
import { folderStore } from './catalog-store.ts'

// Readers and databases are loaded only where they are used, so that a command that only writes loads neither.

/** The state of a catalog in memory that threads share. */
export type LoadedCatalog = Loaded

interface CatalogParts {
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/** The catalog of a thread, which lends it to others where they share its memory. */
export type ServedCatalog = Catalog & Partial<Pick<KeptCatalog, 'lendTo'>>

/** Where a catalog is kept. It is chosen once, where a program starts; nobody else asks which it is. */
export interface Backend {
  readonly store: CatalogStore
  /** All records as they are now. Reading ends with the reason of `signal` once that is aborted. */
  records(signal?: AbortSignal): Promise<StoredRecords>
  /** Reads the catalog in this thread, so that the first one can open it at once; undefined if that is no work. */
  load(parts: Pick<CatalogParts, 'cards' | 'log'>): Promise<LoadedCatalog | undefined>
  /** Opens the catalog for the first thread. `loaded`: by `load`, in whatever thread. Rejects with a CommandFault. */
  open(parts: CatalogParts, loaded?: LoadedCatalog): Promise<ServedCatalog>
  /** Opens it for another thread. `port`: the other end of the one that the first thread lends it to. */
  borrow(port: MessagePort, parts: CatalogParts): Promise<Catalog>
}
function openingOfFolders() {
  return import('./open.ts')
}

export function folderBackend(dataDir: string): Backend {
  return {
    store: folderStore(dataDir),
    records: async () => (await openingOfFolders()).openRecords(dataDir),
    load: async ({ cards, log }) => (await openingOfFolders()).loadCatalog(dataDir, log, cards),
    open: async ({ cards, withheld, log }, loaded) =>
      (await openingOfFolders()).openCatalog(dataDir, log, cards, withheld, loaded),
    borrow: async (port, { cards, withheld }) =>
      (await openingOfFolders()).openBorrowedCatalog(port, { dataDir, cards, withheld }),
  }
}

/**
 * `database`: whose tables are up to date, and `name` what sentences call it. `reading`: how threads search it, perhaps
 * on a replica.
 */
export async function databaseBackend(
  { url }: DatabaseOptions,
  name: string,
  reading: DatabaseOptions,
): Promise<Backend> {
  const opening = await import('./open-database.ts')
  const open = (parts: CatalogParts) => opening.openDatabaseCatalog({ ...parts, database: reading })
  return {
    store: opening.databaseStore(url, name),
    records: async (signal) => opening.openDatabaseRecords(url, name, signal),
    load: async () => undefined,
    open,
    borrow: (_, parts) => open(parts),
  }
}
