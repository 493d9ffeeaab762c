import type { Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey } from '../../places/addresses/home-keys.ts'
import type { LoggedNoun } from './change-log.ts'
import type { Noun, Records } from './nouns.ts'

/** All imported data of a catalog in one committed state, without derived data. */
export interface WholeCatalog {
  /** Values of the whole catalog by name, such as its id, secret, revision and notes. */
  readonly meta: ReadonlyMap<string, string>
  /** Sequence number of the last change. A copy of the catalog must continue with greater numbers. */
  readonly lastChange: number
  /** Yields the records in order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  joined(): Iterable<SourceHome>
  rulings(): Iterable<Ruling>
  keys(): Iterable<readonly [home: number, key: HomeKey]>
  /** The change log contains only events with greater sequence numbers. */
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
