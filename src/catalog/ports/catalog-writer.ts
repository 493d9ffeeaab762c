import type { Home } from '../../model/home.ts'
import type { HomeLayer } from '../../model/layer.ts'
import type { GivenRecords, IdOf, Noun, Records } from './nouns.ts'
import type { SourceHomes } from './source-homes.ts'

/** Name of the note that lists the layers of features (record type `shape`). */
export const LAYERS_NOTE = 'layers'

/**
 * A transaction on the catalog. `commit` makes all changes visible to readers at the same moment. A writer that never
 * commits changes nothing. Only one writer can be open at a time.
 */
export interface CatalogWriter {
  readonly sourceHomes: SourceHomes
  get<N extends Noun>(noun: N, id: IdOf<N>): Records[N] | undefined
  /**
   * Prefetches the records that the caller will read next, if the catalog is in a database. Elsewhere, this does
   * nothing and does not iterate over `ids`.
   */
  expect<N extends Noun>(noun: N, ids: Iterable<IdOf<N>>): void
  /**
   * Yields all records of a type: homes in any order, others in order of id. Until the iteration ends, callers may put
   * only records that were yielded.
   */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  /**
   * Yields the ids of a source's records, without parsing the records. Callers must not put or remove these records
   * until the iteration ends.
   */
  idsOf<N extends Noun>(noun: N, source: string): Iterable<IdOf<N>>
  /**
   * Adds a record, or replaces the record with the same id. Ignores erased people. For a home with a withheld address,
   * stores only what answers may show (see `model/shown-home.ts`). If the hidden details are still needed, also put the
   * record into `sourceHomes`.
   */
  put<N extends Noun>(noun: N, record: GivenRecords[N]): void
  /**
   * Removes a record and everything derived from it. Returns whether the record existed. Traces remain in the change
   * log and in free pages of the file; use `erasePerson` to leave no traces.
   * @param joinedTo The home into which this home was merged, for the change log.
   */
  remove<N extends Noun>(noun: N, id: IdOf<N>, joinedTo?: IdOf<N>): boolean
  /** Sets the required attribution of a source. Returns whether the attribution changed. */
  attribute(source: string, attribution: string): boolean
  /**
   * Stores whether a source has records of a type (`noun`). Answers based on many records name these sources. Returns
   * whether the value changed.
   */
  contribute(noun: Noun, source: string, isIn: boolean): boolean
  /**
   * Returns the features of layers that contain the home's point. Callers that put homes store them in `Home.layers`.
   */
  layersOf(home: Home): readonly HomeLayer[]
  /**
   * Returns a note: a string stored beside the records, such as a summary of an import. Notes never appear in answers.
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
   * Updates all derived data (address book, regions, nearest-home index), then commits. Calls `onLearning` when
   * searches see the change and the training of estimators starts. If training fails, calls `onLearning` again with the
   * reason; the commit stays, and a service or the next commit trains the estimators.
   */
  commit(onProgress?: (done: number, total: number) => void, onLearning?: (failure?: string) => void): void
  rollback(): void
}
