import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import type { GivenRecords, IdOf, Noun, Records } from './nouns.ts'
import type { SourceHomes } from './source-homes.ts'

/** The note that lists the layers whose features are the records of the noun `shape`. */
export const LAYERS_NOTE = 'layers'

/**
 * A transaction on the catalog. Readers see all of it after `commit`, and nothing if the process ends before. Only one
 * writer may be open; a second one is refused.
 */
export interface CatalogWriter {
  readonly sourceHomes: SourceHomes
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /**
   * Announces the records that will be read next, so that a backend across a network can fetch them together. Other
   * backends ignore the call and do not iterate over `ids`. It never changes what `get` returns.
   */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  /** All records of a noun. Until the iteration ends, no record of the noun may be put. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /**
   * The ids of a source's records, found without parsing the records. Until the iteration ends, none of these records
   * may be put or removed.
   */
  idsOf<N extends Noun>(noun: N, source: string): Iterable<IdOf<N>>
  /**
   * Adds a record, or replaces the one with the same id. An erased person is left out. A home with a withheld address
   * is stored as answers may show it (`model/shown-home.ts`). Callers who need the rest must also put the record into
   * `sourceHomes`.
   */
  put<N extends Noun>(noun: N, record: GivenRecords[N]): void
  /**
   * Removes a record and everything derived from it. Returns whether the record existed. The log and free pages still
   * hold old bytes, so a person who asks to be forgotten must be erased instead. `joinedTo`: the home that this home's
   * records have joined; the log names it.
   */
  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean
  /**
   * Sets the required attribution of a source; returns whether that is a change.
   */
  attribute(source: string, attribution: string): boolean
  /**
   * Records whether a source has records of a noun, for answers based on many records. Returns whether that is a
   * change.
   */
  contribute(noun: Noun, source: string, isIn: boolean): boolean
  /** The layer features that contain the home's point. Callers that put homes store the result in `Home.layers`. */
  layersOf(home: Home): readonly HomeLayer[]
  /** A text stored beside the records, such as a summary of an import. Notes do not change what is served. */
  note(name: string): string | undefined
  /** Stores a text with the commit; `undefined` removes the note. */
  setNote(name: string, text: string | undefined): void
  /**
   * Makes `commit` learn the value models again, so that nothing rests on removed records. Takes about as long as an
   * import.
   */
  learnAgain(): void
  /**
   * Brings everything derived (address book, regions, nearest-home index) up to date, then commits. `onLearning` is
   * called once searches see the change, while values are still being learned. It is called again with the reason if
   * learning fails: the commit stands, and a service or the next commit learns the values.
   */
  commit(onProgress?: (done: number, total: number) => void, onLearning?: (failure?: string) => void): void
  rollback(): void
}
