import type { IdOf, Noun, Records } from './nouns.ts'

/** Record types whose changes are logged as events. */
export const LOGGED_NOUNS = ['home', 'offer', 'experience', 'agent'] as const satisfies readonly Noun[]
export type LoggedNoun = (typeof LOGGED_NOUNS)[number]

/**
 * What a commit did to a record.
 * - `new`: added to the catalog, or a home's first listing
 * - `gone`: removed, or the listing was withdrawn, canceled, expired or deleted
 * - `back`: exists again after a removal, or a home is listed again
 * - `price`: the asking price, rent or sale price changed
 * - `status`: the listing's status changed, for example by a sale
 * - `facts`: anything else changed
 * - `history`: past events became known; otherwise at most `facts` changed
 * - `withheld`: the source forbade showing the address, or allowed it again
 */
export const CHANGE_KINDS = ['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An event: the effect of one commit on one record. */
export interface LoggedChange<N extends LoggedNoun = LoggedNoun> {
  /** Greater than all earlier sequence numbers, and never reused; see `Change` in `record-pages.ts`. */
  readonly sequence: number
  readonly noun: N
  readonly id: IdOf<N>
  /** At least one kind, in the order of `CHANGE_KINDS`. */
  readonly kinds: readonly ChangeKind[]
  /**
   * The record before and after the commit; undefined if it did not exist, and always undefined for agents. All values
   * that searches use are as of that time. Source timestamps, pictures, contacts and long descriptions may be newer or
   * absent. May show a home that is withheld now; `service/changes/todays-rules.ts` decides what callers may see.
   */
  readonly before: Records[N] | undefined
  readonly after: Records[N] | undefined
  /** Set if the home was merged into another home: the id of the other home. */
  readonly joinedTo?: number
}

/** The log contains the events with a sequence number greater than `after` and at most `upTo`, the newest number. */
export interface LogBounds {
  readonly after: number
  readonly upTo: number
}

/** Whether a limited query returns the first or the last events of the log. */
export type LogEnd = 'first' | 'last'

/**
 * All changes since the first import, for as long as the operator keeps changes. The first import produces no events,
 * and neither does a record that is imported again with at most new timestamps. Each call reads one committed state.
 */
export interface ChangeLog {
  bounds(): Promise<LogBounds>
  /**
   * Returns events of these record types with sequence numbers greater than `after` and at most `upTo`, in order. `end`
   * says whether to return the first `limit` events or the last.
   */
  between<N extends LoggedNoun>(
    nouns: readonly N[],
    bounds: LogBounds,
    limit: number,
    end?: LogEnd,
  ): Promise<readonly LoggedChange<N>[]>
  /** Returns the events of a record, newest first. */
  ofRecord<N extends LoggedNoun>(noun: N, id: IdOf<N>, limit: number): Promise<readonly LoggedChange<N>[]>
  /**
   * Returns records as they were at a sequence number, in the order of `ids`. Leaves out records that did not exist
   * then.
   */
  recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(
    noun: N,
    ids: readonly IdOf<N>[],
    sequence: number,
  ): Promise<readonly Records[N][]>
}
