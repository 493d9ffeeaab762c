import type { IdOf, Noun, Records } from './nouns.ts'

/**
 * A change of the catalogue: everything put is seen at once after `commit`, and nothing of it if the process ends
 * before. One writer at a time; opening a second is refused.
 */
export interface CatalogWriter {
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /** All records of a noun; nothing of it may be put before the last one was seen. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /** Adds a record or takes the place of the one with the same id. A person who was erased is left out. */
  put<N extends Noun>(noun: N, record: Records[N]): void
  /**
   * Keeps who must be named with what a source tells, in the place of what was known; tells whether that is a change.
   */
  attribute(source: string, attribution: string): boolean
  /** Brings everything derived (address book, regions, nearest-home index) up to date, then commits. */
  commit(onProgress?: (done: number, total: number) => void): void
  rollback(): void
}
