import type { Ruling, SourceHome } from '../../model/source-home.ts'
import type { HomeKey } from '../../places/addresses/home-keys.ts'
import type { LoggedNoun } from './change-log.ts'
import type { Noun, Records } from './nouns.ts'

/** Everything that an operator brought into a catalogue, as it is at one moment; what is derived from it is left out. */
export interface WholeCatalog {
  /** Facts of the catalogue as a whole by name: its id, its secret, its revision, notes, … */
  readonly meta: ReadonlyMap<string, string>
  /** The last number of a change: a copy goes on from there, and numbers all records anew. */
  readonly lastChange: number
  /** In order of id. */
  each<N extends Noun>(noun: N): Iterable<Records[N]>
  joined(): Iterable<SourceHome>
  rulings(): Iterable<Ruling>
  keys(): Iterable<readonly [home: number, key: HomeKey]>
  /** The log: the number behind which it begins, and its events in order. */
  readonly logAfter: number
  events(): Iterable<StoredEvent>
  close(): void
}

/** An event as both backends store it. */
export interface StoredEvent {
  readonly sequence: number
  readonly noun: LoggedNoun
  readonly id: number | string
  /** Bits. */
  readonly kinds: number
  readonly undo: Uint8Array
}
