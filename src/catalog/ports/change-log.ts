import type { IdOf, Noun, Records } from './nouns.ts'

/** The nouns whose changes are logged together with the earlier record. */
export const LOGGED_NOUNS = ['home', 'offer', 'experience', 'agent'] as const satisfies readonly Noun[]
export type LoggedNoun = (typeof LOGGED_NOUNS)[number]

/**
 * The effects that a commit may have on a record.
 *
 * - `new`: the record is new to the catalog, or a home got its first listing
 * - `gone`: the record was removed, or its listing was withdrawn, canceled, expired or taken away
 * - `back`: a removed record exists again, or a home was listed again after it was off the market
 * - `price`: the asking price, the rent or the price paid changed
 * - `status`: the status of the listing changed; this includes a sale
 * - `facts`: anything else about the record changed
 * - `history`: past events became known, and no other kind but perhaps `facts` applies
 * - `withheld`: the source began or ceased to forbid showing the address
 */
export const CHANGE_KINDS = ['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An event: what one commit did to one record. */
export interface LoggedChange<N extends LoggedNoun = LoggedNoun> {
  /** Greater than all earlier sequence numbers, and never reused: see `Change` in `record-pages.ts`. */
  readonly sequence: number
  readonly noun: N
  readonly id: IdOf<N>
  /** At least one, in the order of `CHANGE_KINDS`. */
  readonly kinds: readonly ChangeKind[]
  /**
   * The record before and after the commit; undefined if it did not exist. Everything that searches use is as it was at
   * that time. Source timestamps, pictures, contacts and long texts that no search reads are from a later state, or
   * absent. Agents have neither: both are undefined. A home that is withheld now may be complete in earlier states;
   * `service/changes/todays-rules.ts` decides what callers may see.
   */
  readonly before: Records[N] | undefined
  readonly after: Records[N] | undefined
  /** The home that this home's records joined, which is why the home is gone. */
  readonly joinedTo?: number
}

/** The log holds the events with a sequence number greater than `after` and at most `upTo`, the newest. */
export interface LogBounds {
  readonly after: number
  readonly upTo: number
}

/** The end from which a limited part of the log is taken. */
export type LogEnd = 'first' | 'last'

/**
 * Every change since the first import of the catalog, for as long as the operator keeps changes. The first import
 * itself has no events. Neither has a record that is imported again unchanged or with new timestamps only. Each call
 * reads one committed state.
 */
export interface ChangeLog {
  bounds(): Promise<LogBounds>
  /**
   * The first `limit` events of these nouns, or the last ones if `end` is 'last', in order of sequence. Their sequence
   * is greater than `after` and at most `upTo`.
   */
  between<N extends LoggedNoun>(
    nouns: readonly N[],
    bounds: LogBounds,
    limit: number,
    end?: LogEnd,
  ): Promise<readonly LoggedChange<N>[]>
  /** The events of a record, newest first. */
  ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>, limit: number): Promise<readonly LoggedChange<N>[]>
  /** Records as they were at a sequence number, in the order of `ids`. Records that did not exist then are left out. */
  recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(
    noun: N,
    ids: readonly IdOf<N>[],
    sequence: number,
  ): Promise<readonly Records[N][]>
}
