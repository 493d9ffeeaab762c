import type { IdOf, Noun, Records } from './nouns.ts'

/** A record with the sequence number of its last change. */
export interface StampedRecord<R> {
  readonly record: R
  /** See `Change.sequence`. */
  readonly sequence: number
}

/** A record as its stored text, for callers that parse records in another thread. */
export interface RecordText<I> {
  readonly id: I
  readonly json: string
}

/** The last change of a record, which added, replaced or removed the record. */
export interface Change {
  /**
   * The time of the change in microseconds since 1970, a whole number below 2^53. A later change has a greater number,
   * and no number is used twice, even if another catalog replaces this catalog. Many clients page by whole
   * milliseconds, so each change of a commit gets its own millisecond, counting back from the end of the commit. All
   * numbers lie within the last minute and after the previous commit. If that time has too few milliseconds, changes
   * share them.
   */
  readonly sequence: number
  readonly noun: ChangingNoun
  readonly id: number | string
  readonly isGone: boolean
}

/** The nouns whose changes are numbered. */
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
 * Pages of records, for programs that copy a catalog. Each call reads one committed state. A record that is never
 * removed is never skipped, even if commits happen between two calls. A record that is put again unchanged does not
 * count as a change, and neither does a home in which only `toldMs` differs. Callers should request some 200 records at
 * a time: a backend may block the thread until it has read all of them.
 */
export interface RecordPages {
  /** Returns the first `limit` records with ids between the bounds, in order of id. */
  between<N extends ChangingNoun>(
    noun: N,
    ids: Between<IdOf<N>>,
    limit: number,
  ): Promise<readonly StampedRecord<Records[N]>[]>
  /** Returns the records of `between` as texts, at a tenth of the cost. */
  texts<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly RecordText<IdOf<N>>[]>
  /**
   * Returns the first `limit` ids between the bounds, in order. Reads no records, so callers may request thousands of
   * ids at a time.
   */
  ids<N extends ChangingNoun>(noun: N, ids: Between<IdOf<N>>, limit: number): Promise<readonly IdOf<N>[]>
  /**
   * Returns records by id, in the order of `ids`. Leaves out unknown ids and ids of source records that were merged
   * into a home.
   */
  byId<N extends ChangingNoun>(noun: N, ids: readonly IdOf<N>[]): Promise<readonly StampedRecord<Records[N]>[]>
  /**
   * Returns the first `limit` changes between two sequence numbers, in order, or the last `limit` changes, newest
   * first.
   */
  changes(
    nouns: readonly ChangingNoun[],
    sequences: Between<number>,
    limit: number,
    order?: 'first' | 'last',
  ): Promise<readonly Change[]>
  /** Returns how many changes lie between two sequence numbers. */
  countChanges(nouns: readonly ChangingNoun[], sequences: Between<number>): Promise<number>
  /**
   * Returns the keys and values that occur in the records of a noun. Empty if nobody has counted them since an upgrade.
   */
  contents(noun: ChangingNoun): Promise<NounContents>
}

/**
 * The keys and values that occur in a noun's records, including records removed since everything was last derived. Keys
 * of nested objects are joined: `facts.cooling`, `listing.lease.pets`. An empty text or list does not count as a value.
 */
export interface NounContents {
  readonly held: ReadonlySet<string>
  /**
   * The distinct values of keys that contain words from a list. A key with more than `DISTINCT_MAX` values is absent.
   */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>
  /** Counts of pictures and of open houses, by key, over the current records. */
  readonly rows: ReadonlyMap<string, RowCount>
}

export interface RowCount {
  /** How many records have at least one row. */
  readonly records: number
  readonly rows: number
}

export const DISTINCT_MAX = 5_000
