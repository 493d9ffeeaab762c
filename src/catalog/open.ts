import { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../base/failure.ts'
import type { Log } from '../base/log.ts'
import type { Reading } from '../base/store-check.ts'
import { guarded } from '../base/store-fault.ts'
import { createStoreFile, openStoreFile } from '../base/store-file.ts'
import { reportOn, type StoreReport } from '../base/store-report.ts'
import type { Person } from '../model/person.ts'
import type { CardMaker } from './cards.ts'
import type { Catalog } from './catalog.ts'
import type { CatalogWriter } from './catalog-writer.ts'
import { EmbeddedCatalog } from './embedded/catalog.ts'
import { addingWriter } from './embedded/change.ts'
import { erasePersonIn } from './embedded/erase.ts'
import { currentPath, ensureFolder, leftovers, pathOf, putInForce, removeCatalog } from './embedded/folder.ts'
import { CATALOG_FORMAT } from './embedded/format.ts'
import { WriterLock } from './embedded/lock.ts'
import { setMeta } from './embedded/meta.ts'
import { RecordReader } from './embedded/records.ts'
import { TableSums } from './embedded/table-sums.ts'
import { EmbeddedWriter } from './embedded/writer.ts'
import { nobody, type Withheld } from './withheld.ts'

/** `sample`: everything in it is invented; `imported`: everything comes from the operator's data. They never mix. */
export type CatalogKind = 'sample' | 'imported'

/** What the data folder holds; undefined when it has no catalogue yet. Throws a CommandFault when it cannot be read. */
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

/** Every format has this line. What is neither of the two is not taken for data that may be replaced. */
function kindOf(database: DatabaseSync): CatalogKind {
  const row = database.prepare("SELECT value FROM meta WHERE name = 'kind'").get()
  return row?.value === 'sample' ? 'sample' : 'imported'
}

/** Brings the folder's catalogue up to this version, where it is older; throws a CommandFault when that cannot be done. */
export function bringUpCatalog(dataDir: string, onProgress: (done: number, total: number) => void): void {
  const path = currentPath(dataDir)
  if (path !== undefined) openStoreFile(path, CATALOG_FORMAT, { onUpgrade: onProgress }).close()
}

/**
 * Opens the catalogue of a data folder for reading. Cards that were made under another fingerprint are made again first.
 * Throws a CommandFault when there is no catalogue, or it cannot be opened.
 */
export function openCatalog(dataDir: string, log: Log, cards: CardMaker, withheld: Withheld = nobody): Catalog {
  const path = currentPath(dataDir)
  if (path === undefined) {
    throw new CommandFault(
      `There is no catalogue in ${dataDir}: make one with ./plat sample or ./plat import.`,
      EXIT.noInput,
    )
  }
  return guarded(path, CATALOG_FORMAT, () => {
    openStoreFile(path, CATALOG_FORMAT).close() // an older one is brought up before anything watches it
    return new EmbeddedCatalog({ dataDir, path, log, cards, withheld })
  })
}

/** Reads all of a folder's catalogue, beside whoever serves it; undefined when it has none. */
export function checkCatalog(dataDir: string, onProgress: (reading: Reading) => void): StoreReport | undefined {
  const path = currentPath(dataDir)
  return path === undefined ? undefined : reportOn(path, CATALOG_FORMAT, onProgress)
}

/** A person's record as it stands in the file, whether or not the person is withheld: for administration only. */
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

/** What became of an erasure. */
export interface Erasure {
  /** Whether the catalogue held the person. */
  readonly found: boolean
  /** False when a reader kept the write-ahead log in use: until it lets go, the log still holds what was written there. */
  readonly clean: boolean
}

/**
 * Takes a person out of the catalogue of a data folder, so that nothing of the record is left in its file. What other
 * people's records say stays: the id, as somebody's relative or associate. Throws a CommandFault when it cannot be done.
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
  /** Start anew; the catalogue that is there stays in force until `commit`, and is then removed. */
  readonly replace: boolean
  /** Makes what searches answer with; the same one as the server's, else the server makes all cards again. */
  readonly cards: CardMaker
  /** Whom the catalogue must not take in; nobody when absent. */
  readonly withheld?: Withheld
  /** Names a new catalogue: 16 hexadecimal digits that nobody guesses and no other has; its secret is made of more of them. */
  readonly newCatalogId: () => string
}

/**
 * Opens a data folder for a change. Without `replace` the change is added to the catalogue that is there. Throws a
 * CommandFault when the folder cannot be used, another process writes, or invented and real data would mix.
 */
export function openWriter(options: WriterOptions): CatalogWriter {
  ensureFolder(options.dataDir)
  const lock = new WriterLock(options.dataDir)
  try {
    for (const path of leftovers(options.dataDir)) removeCatalog(path)
    const kind = catalogKind(options.dataDir)
    if (kind !== undefined && kind !== options.kind && !options.replace) throw mixed(options.dataDir, kind)
    const path = options.replace ? undefined : currentPath(options.dataDir)
    return path === undefined ? freshWriter(options, lock) : addingWriter(path, lock, options.cards, options.withheld)
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

/** Writes a file of its own without a journal: nobody reads it before it is put in force, and a failed one is removed. */
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
      lock.release()
    },
    rollback: () => {
      database.close()
      removeCatalog(path)
      lock.release()
    },
  }
  return new EmbeddedWriter(database, path, true, options.cards, ending, options.withheld)
}

/**
 * Later changes are made beside readers, so the file that they are made in keeps a write-ahead log. Noting that in the file
 * is a commit, with which SQLite has all of the file written to the disk.
 */
function setJournal(path: string): void {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA synchronous = FULL; PRAGMA journal_mode = WAL')
  database.close()
}
