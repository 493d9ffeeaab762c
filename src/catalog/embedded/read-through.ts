import { guarded } from '../../kit/store/store-fault.ts'
import { openStoreFile } from '../../kit/store/store-file.ts'
import type { Noun, Records } from '../ports/nouns.ts'
import type { StoredRecords } from '../ports/stored-records.ts'
import { CATALOG_FORMAT } from './format.ts'
import { beginReading, readAbout } from './reader.ts'
import { eachRecord, RecordReader } from './records.ts'

/**
 * Opens the records of a catalog file in their current state. A read transaction preserves that state until `close`.
 */
export function openStoredRecords(path: string): StoredRecords {
  const checked = <T>(work: () => T) => guarded(path, CATALOG_FORMAT, work)
  const database = openStoreFile(path, CATALOG_FORMAT)
  try {
    checked(() => beginReading(database))
    const readers = new Map<Noun, RecordReader>()
    const readerOf = (noun: Noun) => {
      const reader = readers.get(noun) ?? new RecordReader(database, noun)
      readers.set(noun, reader)
      return reader
    }
    return {
      about: checked(() => readAbout(database)),
      *each<N extends Noun>(noun: N): Generator<Records[N]> {
        const rows = eachRecord(database, noun)
        for (;;) {
          const { done, value } = checked(() => rows.next())
          if (done) return
          yield JSON.parse(value)
        }
      },
      get(noun, id) {
        const json = checked(() => readerOf(noun).json(id))
        return json === undefined ? undefined : JSON.parse(json)
      },
      expect() {},
      close: () => database.close(),
    }
  } catch (error) {
    database.close()
    throw error
  }
}
