import type { MessagePort } from 'node:worker_threads'
import type { Log } from '../base/log.ts'
import type { Reading } from '../base/store-check.ts'
import { guarded } from '../base/store-fault.ts'
import { openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import type { CardMaker } from './cards.ts'
import type { Catalog, KeptCatalog } from './catalog.ts'
import { type BorrowedCatalogParts, borrowCatalog } from './embedded/borrowed-catalog.ts'
import { EmbeddedCatalog } from './embedded/catalog.ts'
import { currentPath } from './embedded/folder.ts'
import { CATALOG_FORMAT } from './embedded/format.ts'
import { CARDS_FORMAT, keptCards, removeHalfWritten, WAY_OUT } from './embedded/kept-cards.ts'
import { openStoredRecords } from './embedded/read-through.ts'
import { existingPath } from './open-writer.ts'
import type { StoredRecords } from './stored-records.ts'
import { nobody, type Withheld } from './withheld.ts'

export { changedMs as catalogChangedMs, ensureFolder } from './embedded/folder.ts'
export * from './open-writer.ts'

/**
 * Opens the catalogue of a data folder for reading. Cards that were made under another fingerprint are made again
 * first. `packed`: whether cards stand ready for gzip, too, which takes half as much memory again. Throws a CommandFault
 * when there is no catalogue, or it cannot be opened.
 */
export function openCatalog(
  dataDir: string,
  log: Log,
  cards: CardMaker,
  withheld: Withheld = nobody,
  packed = true,
): KeptCatalog {
  const path = existingPath(dataDir)
  return guarded(path, CATALOG_FORMAT, () => {
    openStoreFile(path, CATALOG_FORMAT).close() // upgrades an older format before anything watches the file
    removeHalfWritten(dataDir)
    return new EmbeddedCatalog({ dataDir, path, log, cards, withheld, packed })
  })
}

/** Opens all records of a data folder, as they are now, to be read one after the other; throws as `openCatalog`. */
export function openRecords(dataDir: string): StoredRecords {
  return openStoredRecords(existingPath(dataDir))
}

/** The catalogue for another thread, at the other end of the port that it is lent to; resolves once it can be asked. */
export function openBorrowedCatalog(port: MessagePort, parts: BorrowedCatalogParts): Promise<Catalog> {
  return borrowCatalog(port, parts)
}

/** Reads and checks the whole catalogue, also while it is being served; undefined when there is none. */
export function checkCatalog(dataDir: string, onProgress: (reading: Reading) => void): StoreReport | undefined {
  const path = currentPath(dataDir)
  return path === undefined ? undefined : reportOn(path, CATALOG_FORMAT, onProgress)
}

/** The same for the files of cards that were made for other addresses. */
export function checkKeptCards(dataDir: string): readonly StoreReport[] {
  return keptCards(dataDir).flatMap((path) => {
    const report = reportOn(path, CARDS_FORMAT)
    return report === undefined ? [] : { ...report, advice: WAY_OUT }
  })
}
