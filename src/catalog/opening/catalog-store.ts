import type { DatabaseSync } from 'node:sqlite'
import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { erasePersonIn } from '../embedded/erase.ts'
import { EstimatorReader } from '../embedded/estimators/stored.ts'
import { changedMs, currentPath } from '../embedded/folder.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import { storedHomeKeys } from '../embedded/home-keys.ts'
import { WriterLock } from '../embedded/lock.ts'
import { metaRows, notesIn } from '../embedded/meta.ts'
import { PersonBookReader } from '../embedded/person-book.ts'
import { eachRecord, HomeReader, RecordReader } from '../embedded/records.ts'
import { rowsIn } from '../embedded/row-checks.ts'
import { storedNewestDay } from '../embedded/search/newest-day.ts'
import { readSegments } from '../embedded/segments.ts'
import { SourceHomeReader } from '../embedded/source-homes.ts'
import { eachSourced } from '../embedded/sourced.ts'
import { attributionsIn, setNote } from '../facts/catalog-meta.ts'
import { SEARCHED_NOUNS } from '../facts/searched.ts'
import { type CatalogStore, type SourceRecords, storedHome } from '../ports/catalog-store.ts'
import { SOURCED } from '../ports/nouns.ts'
import { alone, bringUpCards, catalogKind, checkCatalog, noCatalog, openWriter, reading } from './open-writer.ts'

export function folderStore(dataDir: string): CatalogStore {
  const inFile = <T>(read: (database: DatabaseSync) => T) => reading(dataDir, read)
  /** Throws a CommandFault if there is no catalog. */
  const inExisting = <T>(read: (database: DatabaseSync) => T): T => {
    if (currentPath(dataDir) === undefined) throw noCatalog(dataDir)
    return reading(dataDir, read) as T // not undefined, because the file exists
  }
  return {
    name: dataDir,
    isFolder: true,
    kind: () => catalogKind(dataDir),
    bringUpCards: (cards, onProgress) => bringUpCards(dataDir, cards, onProgress),
    isDerivedByOlder: () => false, // files of another format cannot be opened at all
    openWriter: (options) => openWriter({ ...options, dataDir }),
    newestDay: (noun, last) => inExisting((database) => storedNewestDay(database, noun, last)),
    markets: () => inExisting((database) => new EstimatorReader(database).all),
    notes: (beginning) => inFile((database) => notesIn(database, beginning)) ?? new Map(),
    keepNotes: (notes) => keepNotes(dataDir, notes),
    tallySources(notes, onProgress) {
      if (currentPath(dataDir) === undefined)
        throw new CommandFault(`There is no catalog in ${dataDir}: make one with ./plat import.`, EXIT.noInput)
      return inExisting((database) => {
        database.exec('BEGIN')
        const records = recordsBySource(database, onProgress)
        return { records, attributions: attributionsIn(metaRows(database)), notes: notesIn(database, notes) }
      })
    },
    inventory: (notes) =>
      inFile((database) => {
        database.exec('BEGIN')
        const segments = SEARCHED_NOUNS.flatMap((noun) =>
          readSegments(database, noun).segments.map((segment) => ({ noun, ...segment })),
        )
        const { version: format } = CATALOG_FORMAT
        return { format, segments, attributions: attributionsIn(metaRows(database)), notes: notesIn(database, notes) }
      }),
    person(personId) {
      const json = inFile((database) => new RecordReader(database, 'person').json(personId))
      return json === undefined ? undefined : JSON.parse(json)
    },
    peopleAt: (houseNumber, street) =>
      inFile((database) => new PersonBookReader(database).at(houseNumber, street)) ?? [],
    home: (id) => inFile((database) => storedHome(new HomeReader(database).json(id), new SourceHomeReader(database))),
    homesFiledUnder: (query, limit) => inFile((database) => storedHomeKeys(database)(query, limit)) ?? [],
    check: (onProgress) => checkCatalog(dataDir, onProgress),
    async erasePerson(personId) {
      const path = currentPath(dataDir)
      if (path === undefined) return { wasThere: false, clean: true }
      const lock = new WriterLock(dataDir)
      try {
        return await erasePersonIn(path, personId)
      } finally {
        lock.release()
      }
    },
    changedMs: () => changedMs(dataDir),
  }
}

/** Counts the records of each source by reading all records. */
function recordsBySource(
  database: DatabaseSync,
  onProgress: (done: number, total: number) => void,
): readonly SourceRecords[] {
  const total = SOURCED.reduce((sum, noun) => sum + rowsIn(database, noun), 0)
  let done = 0
  return SOURCED.flatMap((noun) => {
    const counts = new Map<string | undefined, number>()
    for (const { source } of eachSourced(database, noun, eachRecord(database, noun))) {
      counts.set(source, (counts.get(source) ?? 0) + 1)
      onProgress(++done, total)
    }
    return [...counts].map(([source, count]) => ({ source, noun, records: count }))
  })
}

/** Stores notes. Readers keep their state, because no record changes. */
function keepNotes(dataDir: string, notes: ReadonlyMap<string, string | undefined>): void {
  const path = currentPath(dataDir)
  if (path === undefined || notes.size === 0) return
  alone(dataDir, () =>
    reading(dataDir, (database) => {
      database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
      const rows = metaRows(database)
      for (const [name, text] of notes) setNote(rows, name, text)
      database.exec('COMMIT')
    }),
  )
}
