import type { IdOf, Noun, Records } from './nouns.ts'

/** The nouns whose events are logged with the record before and after the change. */
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
 * - `history`: past events became known, and nothing else changed except perhaps `facts`
 * - `withheld`: the source began or ceased to forbid showing the address
 */
export const CHANGE_KINDS = ['new', 'gone', 'back', 'price', 'status', 'facts', 'history', 'withheld'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** An event: the effect of one commit on one record. */
export interface LoggedChange<N extends LoggedNoun = LoggedNoun> {
  /** Greater than all earlier sequence numbers, and never reused: see `Change` in `record-pages.ts`. */
  readonly sequence: number
  readonly noun: N
  readonly id: IdOf<N>
  /** At least one kind, in the order of `CHANGE_KINDS`. */
  readonly kinds: readonly ChangeKind[]
  /**
   * The record before and after the commit; undefined if it did not exist. All values that searches use are those of
   * that time. Source timestamps, pictures, contacts and long texts that no search reads may be from a later state, or
   * absent. For agents, both fields are undefined. An earlier state may show a home that is withheld now;
   * `service/changes/todays-rules.ts` decides what callers may see.
   */
  readonly before: Records[N] | undefined
  readonly after: Records[N] | undefined
  /** The home that absorbed this home's records. Set only if the home is gone for that reason. */
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
 * Every change since the first import of the catalog, for as long as the operator keeps changes. The first import
 * produces no events. Neither does a record that is imported again unchanged or with only new timestamps. Each call
 * reads one committed state.
 */
export interface ChangeLog {
  bounds(): Promise<LogBounds>
  /**
   * Returns the first `limit` events of these nouns, or the last events if `end` is 'last', in order of sequence. Their
   * sequence numbers are greater than `after` and at most `upTo`.
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
   * Returns records as they were at a sequence number, in the order of `ids`. Leaves out records that did not exist at
   * that time.
   */
  recordsAt<N extends Exclude<LoggedNoun, 'agent'>>(
    noun: N,
    ids: readonly IdOf<N>[],
    sequence: number,
  ): Promise<readonly Records[N][]>
}
