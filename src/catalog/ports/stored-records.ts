import type { CatalogAbout } from './catalog.ts'
import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * All records of one committed state, whatever is imported meanwhile. Nothing of it is held in memory, so a catalogue
 * of any size can be read through. A record that does not exist is undefined. Withheld people are not left out: people
 * are for callers who may see them all. Throws a CommandFault when the file cannot be read.
 */
export interface StoredRecords {
  readonly about: CatalogAbout
  /** In order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /** Announces the records that will be asked for next; see `CatalogWriter.expect`. */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  close(): void
}
