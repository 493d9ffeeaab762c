import type { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import type { HomeQuery } from '../addresses/home-keys.ts'
import type { Log } from '../base/log.ts'
import type { Reading } from '../base/store-check.ts'
import { guarded } from '../base/store-fault.ts'
import { openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import type { Home } from '../model/home.ts'
import type { Person } from '../model/person.ts'
import type { Ruling, SourceHome } from '../model/source-home.ts'
import type { CardMaker } from './cards.ts'
import type { Catalog, KeptCatalog } from './catalog.ts'
import { type BorrowedCatalogParts, borrowCatalog } from './embedded/borrowed-catalog.ts'
import { EmbeddedCatalog } from './embedded/catalog.ts'
import { erasePersonIn } from './embedded/erase.ts'

import { currentPath } from './embedded/folder.ts'
import { CATALOG_FORMAT } from './embedded/format.ts'
import { storedHomeKeys } from './embedded/home-keys.ts'
import { CARDS_FORMAT, keptCards, removeHalfWritten, WAY_OUT } from './embedded/kept-cards.ts'
import { WriterLock } from './embedded/lock.ts'
import { openStoredRecords } from './embedded/read-through.ts'
import { HomeReader, RecordReader } from './embedded/records.ts'
import { SourceHomeReader } from './embedded/source-homes.ts'
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

/** A person's stored record, even if the person is withheld: for administration only. */
export function storedPerson(dataDir: string, personId: string): Person | undefined {
  const path = currentPath(dataDir)
  if (path === undefined) return undefined
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    const json = guarded(path, CATALOG_FORMAT, () => new RecordReader(database, 'person').json(personId))
    return json === undefined ? undefined : JSON.parse(json)
  } finally {
    database.close()
  }
}

/** A home as it is stored, with the records that it is made of, and what was decided about them by hand. */
export interface StoredHome {
  readonly home: Home
  /** The first one first; none when the home is a single record. */
  readonly records: readonly SourceHome[]
  readonly rulings: readonly Ruling[]
  readonly precedences: ReadonlyMap<string, number>
}

/** A stored home, by its id or that of one of its records. */
export function storedHome(dataDir: string, id: number): StoredHome | undefined {
  return readHomes(dataDir, (database) => {
    const json = new HomeReader(database).json(id)
    if (json === undefined) return undefined
    const home = JSON.parse(json) as Home // as the writer stored it
    const several = new SourceHomeReader(database)
    const records = several.of(home.zpid)
    const ids = records.length === 0 ? [home.zpid] : records.map(({ record }) => record.zpid)
    const rulings = new Map(ids.flatMap((one) => several.rulings(one)).map((one) => [`${one.one} ${one.other}`, one]))
    return { home, records, rulings: [...rulings.values()], precedences: several.precedences() }
  })
}

/** Ids of the homes that were filed by imports, at most `limit`. */
export function homesFiledUnder(dataDir: string, query: HomeQuery, limit: number): readonly number[] {
  return readHomes(dataDir, (database) => storedHomeKeys(database)(query, limit)) ?? []
}

function readHomes<T>(dataDir: string, read: (database: DatabaseSync) => T): T | undefined {
  const path = currentPath(dataDir)
  if (path === undefined) return undefined
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => read(database))
  } finally {
    database.close()
  }
}

/** Outcome of an erasure. */
export interface Erasure {
  /** Whether the catalogue held the person. */
  readonly found: boolean
  /** False when a reader kept using the write-ahead log, which still holds old data until that reader ends. */
  readonly clean: boolean
}

/**
 * Erases a person from the catalogue of a data folder, leaving no trace of the record in the file. Other people's
 * records stay as they are, and may name the id as a relative or associate. Throws a CommandFault when it cannot be
 * done.
 */
export async function erasePerson(dataDir: string, personId: string): Promise<Erasure> {
  const path = currentPath(dataDir)
  if (path === undefined) return { found: false, clean: true }
  const lock = new WriterLock(dataDir)
  try {
    return await erasePersonIn(path, personId)
  } finally {
    lock.release()
  }
}
