import type { Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey } from '../../places/addresses/home-keys.ts'
import type { LoggedNoun } from './change-log.ts'
import type { Noun, Records } from './nouns.ts'

/** Everything that an operator imported into a catalog, in one committed state, without derived data. */
export interface WholeCatalog {
  /** Values that belong to the whole catalog (its id, its secret, its revision, notes, …), by name. */
  readonly meta: ReadonlyMap<string, string>
  /** The sequence number of the last change. A copy assigns greater sequence numbers to all its records. */
  readonly lastChange: number
  /** Yields the records in order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  joined(): Iterable<SourceHome>
  rulings(): Iterable<Ruling>
  keys(): Iterable<readonly [home: number, key: HomeKey]>
  /** The change log contains the events with sequence numbers greater than this number, in order. */
  readonly logAfter: number
  events(): Iterable<StoredEvent>
  close(): void
}

/** An event as both backends store it. */
export interface StoredEvent {
  readonly sequence: number
  readonly noun: LoggedNoun
  readonly id: number | string
  /** A bit mask of `CHANGE_KINDS`. */
  readonly kinds: number
  readonly undo: Uint8Array
}
