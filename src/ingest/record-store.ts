import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import type { IdOf, Noun, Records } from '../catalog/nouns.ts'

/** The records of a noun as an import reads and writes them: each as its source told it. */
export interface RecordStore<N extends Noun> {
  get(id: IdOf<N>): Records[N] | undefined
  put(record: Records[N]): void
  /** Takes away what the source told under the id. */
  withdraw(id: IdOf<N>): void
  /** The ids of what a source told. None may be put or withdrawn until the iteration ends. */
  idsOf(source: string): Iterable<IdOf<N>>
}

/** The only place where imports take records away: whatever else is known of a record is kept here. */
export function storeOf<N extends Noun>(noun: N, writer: CatalogWriter): RecordStore<N> {
  return {
    get: (id) => writer.get(noun, id),
    put: (record) => writer.put(noun, record),
    withdraw: (id) => void writer.remove(noun, id),
    idsOf: (source) => writer.idsOf(noun, source),
  }
}
