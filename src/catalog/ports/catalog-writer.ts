import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import type { GivenRecords, IdOf, Noun, Records } from './nouns.ts'
import type { SourceHomes } from './source-homes.ts'

/** The note that lists the layers whose features are the records of the noun `shape`. */
export const LAYERS_NOTE = 'layers'

/**
 * A transaction on the catalog. Readers see all changes after `commit`, and none if the process ends before that. Only
 * one writer may be open; opening a second writer fails.
 */
export interface CatalogWriter {
  readonly sourceHomes: SourceHomes
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /**
   * Announces the records that the caller will read next, so that a backend across a network can fetch them together.
   * Other backends ignore the call and do not iterate over `ids`. The call never changes what `get` returns.
   */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  /** Yields all records of a noun. No record of the noun may be put until the iteration ends. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /**
   * Yields the ids of a source's records without parsing the records. None of these records may be put or removed until
   * the iteration ends.
   */
  idsOf<N extends Noun>(noun: N, source: string): Iterable<IdOf<N>>
  /**
   * Adds a record, or replaces the record with the same id. Ignores erased people. A home with a withheld address is
   * stored as answers may show it (`model/shown-home.ts`); callers that need the hidden rest must also put the record
   * into `sourceHomes`.
   */
  put<N extends Noun>(noun: N, record: GivenRecords[N]): void
  /**
   * Removes a record and everything derived from it. Returns whether the record existed. The log and free pages still
   * contain old bytes, so use `erasePerson` for a person who asks to be forgotten. `joinedTo`: the home that absorbed
   * this home's records; the log names it.
   */
  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean
  /** Sets the required attribution of a source. Returns whether the attribution changed. */
  attribute(source: string, attribution: string): boolean
  /**
   * Stores whether a source has records of a noun, for answers based on many records. Returns whether the value
   * changed.
   */
  contribute(noun: Noun, source: string, isIn: boolean): boolean
  /**
   * Returns the layer features that contain the home's point. Callers that put homes store the result in `Home.layers`.
   */
  layersOf(home: Home): readonly HomeLayer[]
  /**
   * Returns a note: a text stored beside the records, such as a summary of an import. Notes never appear in answers.
   */
  note(name: string): string | undefined
  /** Stores a note with the commit; `undefined` removes the note. */
  setNote(name: string, text: string | undefined): void
  /**
   * Makes `commit` train all estimators again, so that none of them uses removed records. Takes about as long as an
   * import.
   */
  learnAgain(): void
  /**
   * Updates all derived data (address book, regions, nearest-home index), then commits. `onLearning` is called once
   * searches see the change and while estimators are still being trained. It is called again with the reason if
   * training fails: the commit stands, and a service or the next commit trains the estimators.
   */
  commit(onProgress?: (done: number, total: number) => void, onLearning?: (failure?: string) => void): void
  rollback(): void
}
