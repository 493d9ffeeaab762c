import type { IdOf, Noun, Records } from './nouns.ts'

/** A record with the sequence number of its last change. */
export interface StampedRecord<R> {
  readonly record: R
  /** See `Change.sequence`. */
  readonly sequence: number
}

/** A record as stored JSON, for callers that parse the JSON in another thread. */
export interface RecordText<I> {
  readonly id: I
  readonly json: string
}

/** The last change of a record: it was added, replaced or removed. */
export interface Change {
  /**
   * Microseconds since 1970, below 2^53. Later changes have greater numbers. Numbers are never reused, not even by a
   * catalog that replaces this catalog.
   *
   * Many clients page by whole milliseconds. So each change of a commit gets its own millisecond, counting back from
   * the end of the commit. Numbers stay within the last minute and after the previous commit; if milliseconds run out,
   * changes share them.
   */
  readonly sequence: number
  readonly noun: ChangingNoun
  readonly id: number | string
  readonly isGone: boolean
}

/** Record types whose changes are numbered. */
export const CHANGING_NOUNS = ['home', 'offer', 'agent', 'office'] as const satisfies readonly Noun[]
export type ChangingNoun = (typeof CHANGING_NOUNS)[number]

export function isChanging(noun: Noun): noun is ChangingNoun {
  return (CHANGING_NOUNS as readonly Noun[]).includes(noun)
}

/** Inclusive bounds of ids or of sequence numbers. */
export interface Between<I> {
  readonly from: I
  readonly to: I
}

/**
 * Pages of records, for programs that copy a catalog. Each call reads one committed state. Commits between two calls
 * never make a page skip an existing record. Importing a record again without changes is not a change; in homes,
 * `toldMs` is ignored.
 *
 * Request some 200 records at a time: a backend may block the thread until it has read them.
 */
export interface RecordPages {
  /** Returns the first `limit` records whose ids are within the bounds, in order of id. */
  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): Promise<readonly StampedRecord<Records[N]>[]>
  /** Like `between`, but returns the stored JSON, at a tenth of the cost. */
  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly RecordText<IdOf<N>>[]>
  /**
   * Returns the first `limit` ids within the bounds, in order. Reads no records, so thousands of ids at a time are
   * fine.
   */
  ids<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly IdOf<N>[]>
  /** Returns records in the order of `ids`. Leaves out unknown ids and ids of merged source records. */
  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): Promise<readonly StampedRecord<Records[N]>[]>
  /** Returns the first `limit` changes within the bounds, in order; or the last `limit` changes, newest first. */
  changes(
    nouns: readonly ChangingNoun[],
    sequences: Between<number>,
    limit: number,
    order?: 'first' | 'last',
  ): Promise<readonly Change[]>
  /** Returns the number of changes within the bounds. */
  countChanges(nouns: readonly ChangingNoun[], sequences: Between<number>): Promise<number>
  /**
   * Returns the keys and values that the records of a type contain. Empty if they were not counted since an upgrade.
   */
  contents(noun: ChangingNoun): Promise<NounContents>
}

/**
 * The keys and values that the records of a type contain, possibly including removed records. Nested keys are joined:
 * `facts.cooling`, `listing.lease.pets`. Empty strings and lists do not count.
 */
export interface NounContents {
  readonly held: ReadonlySet<string>
  /**
   * For each key with a fixed list of words: its distinct values. Keys with more than `DISTINCT_MAX` values are absent.
   */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
  /** Numbers of pictures and open houses in the current records, by key. */
  readonly rows: ReadonlyMap<string, RowCount>
}

export interface RowCount {
  /** Number of records with at least one picture or open house. */
  readonly records: number
  readonly rows: number
}

export const DISTINCT_MAX = 5_000
