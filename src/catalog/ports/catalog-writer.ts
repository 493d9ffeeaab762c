import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import type { GivenRecords, IdOf, Noun, Records } from './nouns.ts'
import type { SourceHomes } from './source-homes.ts'

/** The note that lists the layers whose features are the records of the noun `shape`. */
export const LAYERS_NOTE = 'layers'

/**
 * A transaction on the catalogue: readers see all of it after `commit`, and none of it if the process ends before. Only
 * one writer may be open; a second one is refused.
 */
export interface CatalogWriter {
  readonly sourceHomes: SourceHomes
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /**
   * Announces the records that will be asked for next, so that a backend across a network can fetch them together. Other
   * backends ignore it, and do not iterate over `ids`. It never changes what `get` answers.
   */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  /** All records of a noun. Until the iteration ends, no record of that noun may be put. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /** The ids of a source's records, found without parsing them. None may be put or removed until the iteration ends. */
  idsOf<N extends Noun>(noun: N, source: string): Iterable<IdOf<N>>
  /**
   * Adds a record, or replaces the one with the same id. An erased person is left out. A home whose address is withheld
   * is stored as answers may show it (`model/shown-home.ts`): callers who need the rest put the record into `sourceHomes`, too.
   */
  put<N extends Noun>(noun: N, record: GivenRecords[N]): void
  /**
   * Removes a record and everything derived from it; returns whether it was there. A person who asks to be forgotten is
   * erased instead: this leaves what the log and free pages still hold. `joinedTo`: the home that a home's records have
   * joined, which the log names.
   */
  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean
  /**
   * Sets the required attribution of a source; returns whether that is a change.
   */
  attribute(source: string, attribution: string): boolean
  /** Says whether a source has records of a noun, for answers that rest on many records; returns whether that is new. */
  contribute(noun: Noun, source: string, isIn: boolean): boolean
  /** The features of layers that a home lies in, by its point; see `Home.layers`, which callers that put homes fill so. */
  layersOf(home: Home): readonly HomeLayer[]
  /** A text that is kept beside the records and does not change what is served, such as what imports brought. */
  note(name: string): string | undefined
  /** Keeps a text with `commit`; without one, forgets it. */
  setNote(name: string, text: string | undefined): void
  /** Has `commit` learn anew what homes are worth, so that nothing rests on what was removed. Takes an import's time. */
  learnAgain(): void
  /**
   * Brings everything derived (address book, regions, nearest-home index) up to date, then commits. `onLearning` is
   * called where searches find the change already, while values are still learnt from it, and again with the reason if
   * they cannot be learnt: the commit stands then, and a service or the next commit learns them.
   */
  commit(onProgress?: (done: number, total: number) => void, onLearning?: (failure?: string) => void): void
  rollback(): void
}
