import type { MessagePort } from 'node:worker_threads'
import type { Log } from '../../kit/base/log.ts'
import { guarded } from '../../kit/store/store-fault.ts'
import { type BorrowedCatalogParts, borrowCatalog } from '../embedded/borrowed-catalog.ts'
import { EmbeddedCatalog } from '../embedded/catalog.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import type { Loaded } from '../embedded/loaded.ts'
import { openStoredRecords } from '../embedded/read-through.ts'
import { STATE_TASKS } from '../embedded/state-tasks.ts'
import type { CardMaker } from '../ports/cards.ts'
import type { Catalog, KeptCatalog } from '../ports/catalog.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import { nobody, type Withheld } from '../ports/withheld.ts'
import { existingPath } from './open-writer.ts'

export { changedMs as catalogChangedMs, ensureFolder } from '../embedded/folder.ts'
export * from './open-writer.ts'

/**
 * Opens a data folder's catalog for reading. Throws a CommandFault if there is no catalog, if opening fails, or if the
 * catalog's search results have another fingerprint (see `bringUpCards`).
 */
export function openCatalog(
  dataDir: string,
  log: Log,
  cards: CardMaker,
  withheld: Withheld = nobody,
  loaded?: Loaded,
): KeptCatalog {
  const path = existingPath(dataDir)
  return guarded(path, CATALOG_FORMAT, () => new EmbeddedCatalog({ dataDir, path, log, cards, withheld, loaded }))
}

/**
 * Reads a catalog into memory that threads share, which may take seconds. Another thread can then open it without
 * delay. Throws like `openCatalog`.
 */
export function loadCatalog(dataDir: string, cards: CardMaker): Loaded {
  return STATE_TASKS.load({ dataDir, cards }, existingPath(dataDir))
}

/** Opens all records of a data folder's current state, for reading them one by one. Throws like `openCatalog`. */
export function openRecords(dataDir: string): StoredRecords {
  return openStoredRecords(existingPath(dataDir))
}

/**
 * Opens the catalog that another thread has loaded. The port connects to that thread's `lendTo`. Resolves once the
 * catalog can answer.
 */
export function openBorrowedCatalog(port: MessagePort, parts: BorrowedCatalogParts): Promise<Catalog> {
  return borrowCatalog(port, parts)
}
