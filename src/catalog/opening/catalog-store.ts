import { changedMs } from '../embedded/folder.ts'
import type { CatalogStore } from '../ports/catalog-store.ts'
import { inventoryOf } from './inventory.ts'
import { bringUpCards, bringUpCatalog, catalogKind, openWriter, storedMarkets, storedNewestDay } from './open-writer.ts'
import { catalogNotes, keepNotes, tallySources } from './sources.ts'
import { erasePerson, homesFiledUnder, storedHome, storedPerson } from './stored-records-by-id.ts'

/** The catalogue of a data folder. */
export function folderStore(dataDir: string): CatalogStore {
  return {
    name: dataDir,
    isFolder: true,
    kind: () => catalogKind(dataDir),
    bringUp: (onProgress) => bringUpCatalog(dataDir, onProgress),
    bringUpCards: (cards, onProgress) => bringUpCards(dataDir, cards, onProgress),
    isDerivedByOlder: () => false, // bringing it up has everything be derived again
    openWriter: (options) => openWriter({ ...options, dataDir }),
    newestDay: (noun, last) => storedNewestDay(dataDir, noun, last),
    markets: () => storedMarkets(dataDir),
    notes: (beginning) => catalogNotes(dataDir, beginning),
    keepNotes: (notes) => keepNotes(dataDir, notes),
    tallySources: (notes, onProgress) => tallySources(dataDir, notes, onProgress),
    inventory: (notes) => inventoryOf(dataDir, notes),
    person: (personId) => storedPerson(dataDir, personId),
    home: (id) => storedHome(dataDir, id),
    homesFiledUnder: (query, limit) => homesFiledUnder(dataDir, query, limit),
    erasePerson: (personId) => erasePerson(dataDir, personId),
    changedMs: () => changedMs(dataDir),
  }
}
