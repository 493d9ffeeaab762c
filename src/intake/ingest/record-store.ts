import type { CatalogWriter } from '../../catalog/ports/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../../catalog/ports/nouns.ts'
import type { Joining } from '../../model/source-home.ts'
import { HomeRecords } from './home-records.ts'

/** Reads and writes the records of a noun for an import, each as its source gave it. */
export interface RecordStore<N extends Noun> {
  get(id: IdOf<N>): Records[N] | undefined
  /** Announces the ids for which `get` will soon be called. Absent where that saves nothing. */
  expect?(ids: readonly IdOf<N>[]): void
  /** Announces unknown records that will be put soon. */
  expectNew?(records: readonly Records[N][]): void
  /** Puts a record. `known` is the result of `get` for its id. Returns why it became part of another one, if so. */
  put(record: Records[N], known: Records[N] | undefined): Joining | undefined
  /** Removes the source's record with the id. */
  withdraw(id: IdOf<N>): void
  /** Writes the records that were put and withdrawn. */
  flush(): void
  /** Returns the ids of a source's records, after a flush. None may be put or withdrawn until the iteration ends. */
  idsOf(source: string): Iterable<IdOf<N>>
}

/** Returns the only store through which imports write. Homes are made of records; others are stored unchanged. */
export function storeOf<N extends Noun>(noun: N, writer: CatalogWriter): RecordStore<N> {
  if (noun === 'home') return new HomeRecords(writer) as RecordStore<Noun> as RecordStore<N> // N is home
  const { prefetch } = writer
  return {
    get: (id) => writer.get(noun, id),
    ...(prefetch && { expect: (ids: readonly IdOf<N>[]) => prefetch(noun, ids) }),
    put(record) {
      writer.put(noun, record)
      return undefined
    },
    withdraw: (id) => void writer.remove(noun, id),
    flush() {},
    idsOf: (source) => writer.idsOf(noun, source),
  }
}
