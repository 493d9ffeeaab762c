import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Home } from '../../model/home.ts'
import type { Person } from '../../model/person.ts'
import type { HomeQuery } from '../../places/addresses/home-keys.ts'
import { erasePersonIn } from '../embedded/erase.ts'
import { currentPath } from '../embedded/folder.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import { storedHomeKeys } from '../embedded/home-keys.ts'
import { WriterLock } from '../embedded/lock.ts'
import { HomeReader, RecordReader } from '../embedded/records.ts'
import { SourceHomeReader } from '../embedded/source-homes.ts'
import type { Erasure, StoredHome } from '../ports/catalog-store.ts'

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
