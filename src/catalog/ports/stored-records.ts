import type { CatalogAbout } from './catalog.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * All records of one committed state, unaffected by later imports. Each record is read when requested. A missing record
 * is undefined. Includes people who are hidden from answers, so callers must be allowed to see everyone. Throws a
 * CommandFault if the catalog cannot be read.
 */
export interface StoredRecords {
  readonly about: CatalogAbout
  /** Yields the records in order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /** Prefetches the records that the caller will read next; see `CatalogWriter.expect`. */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  close(): void
}
