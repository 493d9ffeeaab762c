import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../catalog/nouns.ts'
import type { Joining } from '../model/source-home.ts'
import { HomeRecords } from './home-records.ts'

/** The records of a noun as an import reads and writes them: each as its source told it. */
export interface RecordStore<N extends Noun> {
  get(id: IdOf<N>): Records[N] | undefined
  /** Tells which ids `get` will be asked for soon; absent where that saves nothing. */
  expect?(ids: readonly IdOf<N>[]): void
  /** Tells which records that are not known will be put soon. */
  expectNew?(records: readonly Records[N][]): void
  /** `known`: what `get` gives for its id. Returns why a new record became part of another one, if it did. */
  put(record: Records[N], known: Records[N] | undefined): Joining | undefined
  /** Takes away what the source told under the id. */
  withdraw(id: IdOf<N>): void
  /** Writes what was put and withdrawn. */
  flush(): void
  /** The ids of what a source told, after a flush. None may be put or withdrawn until the iteration ends. */
  idsOf(source: string): Iterable<IdOf<N>>
}

/** The only place where imports write records: homes are made of their records, others are stored as they are. */
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
