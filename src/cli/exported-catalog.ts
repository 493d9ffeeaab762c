import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { CardMaker } from '../catalog/cards.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { folderStore } from '../catalog/catalog-store.ts'
import { openCatalog, openRecords } from '../catalog/open.ts'
import type { StoredRecords } from '../catalog/stored-records.ts'
import type { Withheld } from '../catalog/withheld.ts'
import { bringUp, bringUpResults } from './bring-up.ts'
import { catalogStoreOf, databaseOf } from './database.ts'
import type { Terminal } from './terminal.ts'

export interface SearchedWith {
  readonly cards: CardMaker
  readonly withheld: Withheld
  readonly log: Log
}

/** The catalogue of a data folder, or of a database, as an export reads it. */
export interface ExportedCatalog {
  /** As they are now. */
  records(): StoredRecords
  /** To be searched. */
  search(parts: SearchedWith): Promise<SearchedCatalog>
}

export interface SearchedCatalog {
  readonly catalog: Catalog
  /** Has it tell of what was committed until now. */
  refresh(): Promise<void>
  close(): Promise<void>
}

/** A search that finds all homes of a country takes longer than a call may. */
const PATIENCE_MS = 3_600_000

/** With its tables or its file up to date. */
export async function exportedCatalog(settings: Settings, terminal: Terminal): Promise<ExportedCatalog> {
  const database = databaseOf(settings)
  if (database === undefined) return inFolder(settings.data, terminal)
  const { url } = database
  const { name } = await catalogStoreOf(settings)
  const { openDatabaseCatalog, openDatabaseRecords } = await import('../catalog/open-database.ts')
  return {
    records: () => openDatabaseRecords(url, name, terminal.interrupted),
    search: async (parts) => {
      const options = { ...parts, database: { ...database, statementMs: PATIENCE_MS }, makesCards: false }
      const catalog = await openDatabaseCatalog(options)
      return { catalog, refresh: () => catalog.refresh(), close: () => catalog.close() }
    },
  }
}

function inFolder(dataDir: string, terminal: Terminal): ExportedCatalog {
  const store = folderStore(dataDir)
  bringUp(store, terminal)
  return {
    records: () => openRecords(dataDir),
    search: async ({ cards, withheld, log }) => {
      bringUpResults(store, cards, terminal)
      const catalog = openCatalog(dataDir, log, cards, withheld, false)
      return { catalog, refresh: async () => {}, close: async () => catalog.close() }
    },
  }
}
