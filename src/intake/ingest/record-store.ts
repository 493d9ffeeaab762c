import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { GivenRecords, IdOf, Noun } from '../../catalog/ports/nouns.ts'
import type { Joining } from '../../model/source-home.ts'
import type { Rejection } from './finding.ts'
import { HomeRecords } from './home-records.ts'
import { tooLong } from './same-record.ts'

/** Reads and writes records of one kind for an import, each as its source gave it. */
export interface RecordStore<R, I> {
  get(id: I): R | undefined
  /** Announces the ids for which `get` will be called next, and records with unknown ids that will be put next. */
  expect(ids: Iterable<I>, unknown?: Iterable<R>): void
  /** Returns why the record cannot be put. */
  refusal?(id: I, record: R): Rejection | undefined
  /**
   * Puts a record. `known` is the result of `get` for its id. Returns the reason if the record joined another record.
   */
  put(record: R, known: R | undefined): Joining | undefined
  /** Removes the source's record with the id. */
  withdraw(id: I): void
  /** Writes the records that were put and withdrawn. */
  flush(): void
  /** Returns the ids of a source's records, after a flush. None may be put or withdrawn until the iteration ends. */
  idsOf(source: string): Iterable<I>
}

/** Returns the store through which imports write. Homes are made of records; other nouns are stored unchanged. */
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
