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

// Loads the code for reading and for databases only when needed, because commands that only write need neither.

/** A catalog's state in memory that threads share. */
export type LoadedCatalog = Loaded

interface CatalogParts {
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/** The catalog of one thread. `lendTo` is present if threads share the catalog's memory. */
export type ServedCatalog = Catalog & Partial<Pick<KeptCatalog, 'lendTo'>>

/** Where a catalog is stored. A program chooses this once, at its start; all other code works with both backends. */
export interface Backend {
  readonly store: CatalogStore
  /** Opens all records of the current state. If `signal` is aborted, reading throws the signal's reason. */
  records(signal?: AbortSignal): Promise<StoredRecords>
  /**
   * Loads the catalog in advance, so that the first serving thread can open it without delay. Undefined if this backend
   * has nothing to load.
   */
  load(cards: CardMaker): Promise<LoadedCatalog | undefined>
  /**
   * Opens the catalog for the first thread. Rejects with a CommandFault.
   * @param loaded The result of `load`, which may come from another thread.
   */
  open(parts: CatalogParts, loaded?: LoadedCatalog): Promise<ServedCatalog>
  /**
   * Opens the catalog for another thread.
   * @param port Connects to the first thread's `lendTo`.
   */
  borrow(port: MessagePort, parts: CatalogParts): Promise<Catalog>
}
function openingOfFolders() {
  return import('./open.ts')
}

export function folderBackend(dataDir: string): Backend {
  return {
    store: folderStore(dataDir),
    records: async () => (await openingOfFolders()).openRecords(dataDir),
    load: async (cards) => (await openingOfFolders()).loadCatalog(dataDir, cards),
    open: async ({ cards, withheld, log }, loaded) =>
      (await openingOfFolders()).openCatalog(dataDir, log, cards, withheld, loaded),
    borrow: async (port, { cards, withheld }) =>
      (await openingOfFolders()).openBorrowedCatalog(port, { dataDir, cards, withheld }),
  }
}

/**
 * Returns the backend of a database whose tables are up to date.
 * @param name The database's name in messages.
 * @param reading How threads connect for reading, possibly to a replica.
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
