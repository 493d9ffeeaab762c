import { DatabaseSync } from 'node:sqlite'
import type { MessagePort } from 'node:worker_threads'
import type { HomeQuery } from '../addresses/home-keys.ts'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import type { Reading } from '../base/store-check.ts'
import { guarded } from '../base/store-fault.ts'
import { createStoreFile, openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import type { Home } from '../model/home.ts'
import type { Person } from '../model/person.ts'
import type { SearchedNoun } from '../model/searched.ts'
import type { Ruling, SourceHome } from '../model/source-home.ts'
import type { CardMaker } from './cards.ts'
import type { Catalog, KeptCatalog } from './catalog.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { type BorrowedCatalogParts, borrowCatalog } from './embedded/borrowed-catalog.ts'
import { EmbeddedCatalog } from './embedded/catalog.ts'
import { addingWriter, makeCardsAgain } from './embedded/change.ts'
import type { SegmentPolicy } from './embedded/derive/segment-policy.ts'
import { erasePersonIn } from './embedded/erase.ts'

import { currentPath, ensureFolder, leftovers, pathOf, putInForce, removeCatalog } from './embedded/folder.ts'
import { CATALOG_FORMAT } from './embedded/format.ts'
import { HomeKeyBook } from './embedded/home-keys.ts'
import { CARDS_FORMAT, keptCards, removeHalfWritten, removeKeptCards, WAY_OUT } from './embedded/kept-cards.ts'
import { WriterLock } from './embedded/lock.ts'
import { setMeta } from './embedded/meta.ts'
import { openStoredRecords } from './embedded/read-through.ts'
import { HomeReader, RecordReader } from './embedded/records.ts'
import { storedNewestDay as newestDayStored } from './embedded/search/newest-day.ts'
import { hasCardsOf } from './embedded/search/stored.ts'
import { SourceHomeReader } from './embedded/source-homes.ts'
import { TableSums } from './embedded/table-sums.ts'
import { EmbeddedWriter } from './embedded/writer.ts'
import type { StoredRecords } from './stored-records.ts'
import { nobody, type Withheld } from './withheld.ts'

export { changedMs as catalogChangedMs, ensureFolder } from './embedded/folder.ts'

/** `sample`: all data is invented; `imported`: all data is the operator's. The two never mix. */
export type CatalogKind = 'sample' | 'imported'

/**
 * The kind of catalogue in a data folder; undefined if it has none yet. Throws a CommandFault if it cannot be read.
 */
export function catalogKind(dataDir: string): CatalogKind | undefined {
  const path = currentPath(dataDir)
  if (path === undefined) return undefined
  const database = openStoreFile(path, CATALOG_FORMAT, { anyVersion: true })
  try {
    return guarded(path, CATALOG_FORMAT, () => kindOf(database))
  } finally {
    database.close()
  }
}

/** Every format has this row. An unknown kind counts as imported, since only a sample may be replaced freely. */
function kindOf(database: DatabaseSync): CatalogKind {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'kind'").get()
  return row?.value === 'sample' ? 'sample' : 'imported'
}

/** Upgrades a catalogue of an older format; throws a CommandFault when that is not possible. */
export function bringUpCatalog(dataDir: string, onProgress: (done: number, total: number) => void): void {
  const path = currentPath(dataDir)
  if (path !== undefined) openStoreFile(path, CATALOG_FORMAT, { onUpgrade: onProgress }).close()
}

/**
 * Makes the cards of a catalogue again if they have another fingerprint: opening it would do the same, without telling
 * how far it is. Throws a CommandFault when that is not possible.
 */
export function bringUpCards(
  dataDir: string,
  cards: CardMaker,
  onProgress: (done: number, total: number) => void,
): void {
  const path = currentPath(dataDir)
  if (path === undefined || hasCards(path, cards)) return
  const lock = new WriterLock(dataDir)
  try {
    guarded(path, CATALOG_FORMAT, () => makeCardsAgain(path, cards, onProgress))
  } finally {
    lock.release()
  }
}

function hasCards(path: string, { fingerprint }: CardMaker): boolean {
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => hasCardsOf(database, fingerprint))
  } finally {
    database.close()
  }
}

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

function existingPath(dataDir: string): string {
  const path = currentPath(dataDir)
  if (path !== undefined) return path
  throw new CommandFault(
    `There is no catalogue in ${dataDir}: make one with ./plat sample or ./plat import.`,
    EXIT.noInput,
  )
}

/** Opens all records of a data folder, as they are now, to be read one after the other; throws as `openCatalog`. */
export function openRecords(dataDir: string): StoredRecords {
  return openStoredRecords(existingPath(dataDir))
}

/** `Catalog.newestDay` of a data folder's catalogue, read from its file; throws as `openCatalog`. */
export function storedNewestDay(dataDir: string, noun: SearchedNoun, last: number): number | undefined {
  const path = existingPath(dataDir)
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => newestDayStored(database, noun, last))
  } finally {
    database.close()
  }
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
  return readHomes(dataDir, (database) => new HomeKeyBook(database).find(query, limit)) ?? []
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

export interface WriterOptions {
  readonly dataDir: string
  readonly kind: CatalogKind
  /** Start an empty catalogue; the existing one stays current until `commit`, and is then removed. */
  readonly replace: boolean
  /** Use the server's own CardMaker: under another fingerprint the server would make all cards again. */
  readonly cards: CardMaker
  /** People who must not be stored; nobody when absent. */
  readonly withheld?: Withheld
  /** 16 unguessable hexadecimal digits that name a new catalogue. Two more calls make its secret. */
  readonly newCatalogId: () => string
  /** When what is derived is kept in which segments; for tests. */
  readonly segments?: SegmentPolicy
}

/**
 * Opens a data folder for writing. Without `replace` the change is added to the existing catalogue. Throws a
 * CommandFault when the folder cannot be used, another process is writing, or invented and real data would mix.
 */
export function openWriter(options: WriterOptions): CatalogWriter {
  ensureFolder(options.dataDir)
  const lock = new WriterLock(options.dataDir)
  try {
    for (const path of leftovers(options.dataDir)) removeCatalog(path)
    const kind = catalogKind(options.dataDir)
    if (kind !== undefined && kind !== options.kind && !options.replace) throw mixed(options.dataDir, kind)
    const path = options.replace ? undefined : currentPath(options.dataDir)
    if (path === undefined) return freshWriter(options, lock)
    return addingWriter(path, lock, options.cards, options.withheld, options.segments)
  } catch (error) {
    lock.release()
    throw error
  }
}

function mixed(dataDir: string, kind: CatalogKind): CommandFault {
  const [there, given] = kind === 'sample' ? ['a sample catalogue', 'imported'] : ['imported data', 'invented']
  return new CommandFault(
    `${dataDir} holds ${there}, which ${given} data must not be mixed with: choose another folder with --data.`,
    EXIT.usage,
  )
}

/** Writes a new file without a journal: nobody reads it before it is made current, and a failed one is removed. */
function freshWriter(options: WriterOptions, lock: WriterLock): CatalogWriter {
  const catalogId = options.newCatalogId()
  const path = pathOf(options.dataDir, catalogId)
  const database = createStoreFile(path, CATALOG_FORMAT)
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN')
  const sums = new TableSums(database)
  setMeta(database, sums, 'catalogId', catalogId)
  setMeta(database, sums, 'kind', options.kind)
  setMeta(database, sums, 'secret', options.newCatalogId() + options.newCatalogId())
  sums.store()
  const ending = {
    commit: () => {
      database.exec('COMMIT')
      database.close()
      setJournal(path)
      putInForce(options.dataDir, path)
      for (const old of leftovers(options.dataDir)) removeCatalog(old)
      removeKeptCards(options.dataDir, [])
      lock.release()
    },
    rollback: () => {
      database.close()
      removeCatalog(path)
      lock.release()
    },
  }
  return new EmbeddedWriter(database, path, true, options.cards, ending, options.withheld, options.segments)
}

/**
 * Switches the file to a write-ahead log, because later changes are made alongside readers. The switch is itself a
 * commit, which makes SQLite sync the whole file to disk.
 */
function setJournal(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL')
  database.close()
}
