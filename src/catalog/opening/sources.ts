import { CommandFault, EXIT } from '../../kit/base/failure.ts'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import { currentPath } from '../embedded/folder.ts'
import { CATALOG_FORMAT } from '../embedded/format.ts'
import { WriterLock } from '../embedded/lock.ts'
import { meta } from '../embedded/meta.ts'
import { notesIn, setNote } from '../embedded/notes.ts'
import { eachRecord } from '../embedded/records.ts'
import { ATTRIBUTIONS } from '../embedded/schema.ts'
import { eachSourced } from '../embedded/sourced.ts'
import { TableSums } from '../embedded/table-sums.ts'
import type { SourceTallies } from '../ports/catalog-store.ts'
import { NOUNS } from '../ports/nouns.ts'

/** Counts the records of each source; reads all of them. Throws a CommandFault when there is no catalogue. */
export function tallySources(
  dataDir: string,
  notes: string,
  onProgress: (done: number, total: number) => void,
): SourceTallies {
  const path = currentPath(dataDir)
  if (path === undefined) throw noCatalog(dataDir)
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => {
      database.exec('BEGIN')
      const sums = new TableSums(database)
      const total = NOUNS.reduce((sum, noun) => sum + sums.rowsOf(noun), 0)
      let done = 0
      const records = NOUNS.flatMap((noun) => {
        const counts = new Map<string | undefined, number>()
        for (const { source } of eachSourced(database, noun, eachRecord(database, noun))) {
          counts.set(source, (counts.get(source) ?? 0) + 1)
          onProgress(++done, total)
        }
        return [...counts].map(([source, count]) => ({ source, noun, records: count }))
      })
      const attributions: Record<string, string> = JSON.parse(meta(database, ATTRIBUTIONS) ?? '{}')
      return { records, attributions: new Map(Object.entries(attributions)), notes: notesIn(database, notes) }
    })
  } finally {
    database.close()
  }
}

function noCatalog(dataDir: string): CommandFault {
  return new CommandFault(`There is no catalogue in ${dataDir}: make one with ./plat import.`, EXIT.noInput)
}

/** The notes whose names begin with a text; none where there is no catalogue. */
export function catalogNotes(dataDir: string, beginning: string): ReadonlyMap<string, string> {
  const path = currentPath(dataDir)
  if (path === undefined) return new Map()
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    return guarded(path, CATALOG_FORMAT, () => notesIn(database, beginning))
  } finally {
    database.close()
  }
}

/**
 * Keeps notes without a change of records, so that no reader takes anything up; without a catalogue, does nothing. A
 * note without a text is forgotten. Throws a CommandFault while another process writes.
 */
export function keepNotes(dataDir: string, notes: ReadonlyMap<string, string | undefined>): void {
  const path = currentPath(dataDir)
  if (path === undefined || notes.size === 0) return
  const lock = new WriterLock(dataDir)
  try {
    const database = openStoreFile(path, CATALOG_FORMAT)
    try {
      guarded(path, CATALOG_FORMAT, () => {
        database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE')
        const sums = new TableSums(database)
        for (const [name, text] of notes) setNote(database, sums, name, text)
        sums.store()
        database.exec('COMMIT')
      })
    } finally {
      database.close()
    }
  } finally {
    lock.release()
  }
}
