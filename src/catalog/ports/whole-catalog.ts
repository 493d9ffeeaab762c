import type { Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey } from '../../places/addresses/home-keys.ts'
import type { LoggedNoun } from './change-log.ts'
import type { Noun, Records } from './nouns.ts'

/** Everything that an operator brought into a catalog, at one moment, without derived data. */
export interface WholeCatalog {
  /** Values of the catalog as a whole by name: its id, its secret, its revision, notes, … */
  readonly meta: ReadonlyMap<string, string>
  /** The last change number. A copy continues after it and gives all records new numbers. */
  readonly lastChange: number
  /** In order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  joined(): Iterable<SourceHome>
  rulings(): Iterable<Ruling>
  keys(): Iterable<readonly [home: number, key: HomeKey]>
  /** The change log holds the events after this number, in order. */
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
