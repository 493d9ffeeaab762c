import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { GivenRecords, IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { Joining } from '../../model/source-home.ts'
import type { Rejection } from './finding.ts'
import { HomeRecords } from './home-records.ts'
import { tooLong } from './same-record.ts'

/** Reads and writes the source records of one type for an import. */
export interface RecordStore<R, I> {
  get(id: I): R | undefined
  /**
   * Announces the ids for the next calls of `get`, and new records for the next calls of `put`, to read them together.
   */
  expect(ids: Iterable<I>, unknown?: Iterable<R>): void
  /** Returns why the record cannot be stored. */
  refusal?(id: I, record: R): Rejection | undefined
  /** Writes a record. `known` is the result of `get`. Returns why the record joined a home of other records. */
  put(record: R, known: R | undefined): Joining | undefined
  /** Deletes a source's record. */
  withdraw(id: I): void
  /** Writes all pending changes to the catalog. */
  flush(): void
  /** Returns the ids of a source's records. Call `flush` before, and do not change records during the iteration. */
  idsOf(source: string): Iterable<I>
}

/** Returns the store for an import. Homes are merged from source records; other records are stored unchanged. */
export function storeOf<N extends Noun>(noun: N, writer: CatalogWriter): RecordStore<GivenRecords[N], IdOf<N>> {
  if (noun === 'home')
    return new HomeRecords(writer) as RecordStore<unknown, never> as RecordStore<GivenRecords[N], IdOf<N>> // N is home
  return {
    get: (id) => writer.get(noun, id),
    expect: (ids) => writer.expect(noun, ids),
    refusal: tooLong,
    put(record) {
      writer.put(noun, record)
      return undefined
    },
    withdraw: (id) => void writer.remove(noun, id),
    flush() {},
    idsOf: (source) => writer.idsOf(noun, source),
  }
}
