import type { DatabaseSync } from 'node:sqlite'
import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Noun, Records } from '../ports/nouns.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import { CATALOG_FORMAT } from './format.ts'
import { beginReading, readAbout } from './reader.ts'
import { eachRecord, RecordReader } from './records.ts'

/** Runs one step of reading. Turns SQLite errors into faults, since each step may find damage. */
type Checked = <T>(work: () => T) => T

/** Opens a catalog file in its current state. A read transaction preserves that state until the database is closed. */
export function openCurrent<T>(path: string, make: (database: DatabaseSync, checked: Checked) => T): T {
  const checked: Checked = (work) => guarded(path, CATALOG_FORMAT, work)
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    checked(() => beginReading(database))
    return make(database, checked)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Runs each step of an iterator through `checked`, since reading any row may find damage. */
export function* stepwise<T>(steps: Iterator<T>, checked: Checked): Generator<T> {
  for (;;) {
    const { done, value } = checked(() => steps.next())
    if (done) return
    yield value
  }
}

/** Opens the records of a catalog file in their current state, which `openCurrent` preserves. */
export function openStoredRecords(path: string): StoredRecords {
  return openCurrent(path, (database, checked) => {
    const readers = new Map<Noun, RecordReader>()
    const readerOf = (noun: Noun) => {
      const reader = readers.get(noun) ?? new RecordReader(database, noun)
      readers.set(noun, reader)
      return reader
    }
    return {
      about: checked(() => readAbout(database)),
      *each<N extends Noun>(noun: N): Generator<Records[N]> {
        for (const json of stepwise(eachRecord(database, noun), checked)) yield JSON.parse(json)
      },
      get(noun, id) {
        const json = checked(() => readerOf(noun).json(id))
        return json === undefined ? undefined : JSON.parse(json)
      },
      expect() {},
      close: () => database.close(),
    }
  })
}
