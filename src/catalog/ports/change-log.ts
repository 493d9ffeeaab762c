import type { IdOf, Noun, Records } from './nouns.ts'

/** The nouns whose changes are logged with what they were before. */
export const LOGGED_NOUNS = ['home', 'offer', 'experience', 'agent'] as const satisfies readonly Noun[]
export type LoggedNoun = (typeof LOGGED_NOUNS)[number]

/**
 * Kinds say what a commit did to a record.
 *
 * - `new`: the catalogue did not have it, or a home that never had a listing got one
 * - `gone`: the record was removed, or its listing was withdrawn, cancelled, expired or taken away
 * - `back`: it was gone and is there again, or listed again after it was off the market
 * - `price`: the asking price, the rent or the price paid is another
 * - `status`: the status of the listing is another, a sale included
 * - `facts`: anything else of the record is another
 * - `history`: events of the past became known, and nothing else of this list happened but perhaps `facts`
 * - `withheld`: the source began or ceased to forbid that the address is shown
 */
export const CHANGE_KINDS = ['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An event: what one commit did to one record. */
export interface LoggedChange<N extends LoggedNoun = LoggedNoun> {
  /** It is greater than all before, and never given twice: see `Change` in `record-pages.ts`. */
  readonly sequence: number
  readonly noun: N
  readonly id: IdOf<N>
  /** At least one, in the order of `CHANGE_KINDS`. */
  readonly kinds: readonly ChangeKind[]
  /**
   * The record before the commit and after it; undefined where there was none. All that searches ask for is as it was
   * then. The moments at which a source told something, pictures, people to contact and long texts that no search reads
   * are those of a later state, or absent. Of agents nothing is kept: both are undefined. A home that is withheld now
   * may be whole in earlier states: `service/changes/todays-rules.ts` says what callers may see.
   */
  readonly before: Records[N] | undefined
  readonly after: Records[N] | undefined
  /** The home that the records of a home joined, which is why it is gone. */
  readonly joinedTo?: number
}

/** The log tells events whose sequence is greater than `after`, `upTo` the newest one. */
export interface LogBounds {
  readonly after: number
  readonly upTo: number
}

/** The end of a part of the log from which events are taken. */
export type LogEnd = 'first' | 'last'

/**
 * Every change since the catalogue was first imported, as long as the operator keeps them; the first import is none. A
 * record that is put as it was, or of which only moments are others, has no event. Each call reads one committed state.
 */
export interface ChangeLog {
  bounds(): Promise<LogBounds>
  /**
   * The first `limit` events of some nouns, or the last where `end` says so, both in order of sequence: greater than
   * `after`, and `upTo` at most.
   */
  between<N extends LoggedNoun>(
    nouns: readonly N[],
    bounds: LogBounds,
    limit: number,
    end?: LogEnd,
  ): Promise<readonly LoggedChange<N>[]>
  /** The events of a record, the last one first. */
  ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>, limit: number): Promise<readonly LoggedChange<N>[]>
  /** Records as they were once `sequence` was given, in the given order; those that were not there are left out. */
  recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(
    noun: N,
    ids: readonly IdOf<N>[],
    sequence: number,
  ): Promise<readonly Records[N][]>
}
